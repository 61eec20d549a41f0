"""The words by which columns, classes and parts of a table are known: English and Chinese, without case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


def _words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


words = _words  # for modules with words of their own


# What is chosen of a table, field by field; and the roles that one column has, or none.
ROLES: Final = (
    *("truth", "positive", "scores", "labels", "weight", "amount", "split", "part", "fold", "repeat"),
    *("case", "taken", "model", "groups"),
)
# How truth and scores are to be read, beside their columns.
MEANINGS: Final = ("truth_holds", "reversed", "of_predicted")
SINGLE: Final = ("weight", "amount", "split", "fold", "repeat", "case", "model")

# Names of columns without case, digits at the end and separators; earlier ones win.
TRUTH_NAMES = tuple(
    """
    ytrue groundtruth truth gt truelabel truelabels trueclass actual actualclass y label labels target targets class
    outcome true real observed obs expected ytest
    真实 真相 真实标签 真实标记 真实类别 真实值 真值 实际 实际值 标签 标记 类标 类别 目标 目标值
    """.split()  # noqa: SIM905 - a list of words is read
)
TRUTH_PARTS = _words("true truth actual target label class outcome observed 真实 真值 实际 标签 标记 类别")
SCORE_PARTS = _words(
    "score scores prob probs proba probability probabilities p logit logits confidence decision "
    "得分 分数 评分 概率 置信度"
)
UNSURE_SCORE_PARTS = _words("confidence decision")  # these may be words: high and low, accept and reject
PREDICTED_PARTS = _words(
    "pred preds predict predicted prediction predictions hat yhat ypred estimate fitted forecast 预测"
)
WEIGHT_NAMES = _words("weight weights sampleweight sampleweights caseweight wt w 权重 样本权重")


@dataclass(frozen=True)
class Named:
    """A role that a column has by its name alone: its bare names, and whether it must hold numbers of 0 or more."""

    names: frozenset[str]
    is_number: bool


# By role; what a name alone does not tell is guessed in `guess`.
NAMED: Final[Mapping[str, Named]] = {"weight": Named(WEIGHT_NAMES, is_number=True)}
# A sure word may stand among others ("invoice amount"); an unsure one alone, and not where it is the only score.
AMOUNT_PARTS = _words("amount amounts amt 金额 损失额")
UNSURE_AMOUNT_NAMES = _words("loss losses cost costs 损失 成本 费用")
FOLD_NAMES = _words(
    "fold folds cvfold kfold split cv repeat partition subset datasplit 折 折号 折数 划分 数据划分 子集 数据子集"
)
# Beside a column of folds one of these numbers their repetitions.
REPEAT_NAMES = _words(
    "repeat repeats repetition repetitions rep reps cvrepeat run runs 重复 重复号 重复次数 第几次重复 轮 轮次"
)
FOLD_PARTS = _words("fold folds")
# Whatever stands in them; in other columns only the usual names of parts tell.
SPLIT_NAMES = _words(
    "istrain istraining istest isvalid isvalidation isval isholdout intrain intraining intest 是否训练 是否测试"
)
ID_PARTS = _words("id ids index idx uuid guid row rownumber unnamed key 编号 序号 行号 索引")
# A case by its name: what has several rows belongs together.
CASE_PARTS = _words(
    "patient patients subject subjects subj user users customer customers client clients case cases person people "
    "participant participants pupil pupils student students animal animals donor donors speaker speakers "
    "病人 患者 病例 受试者 用户 客户 个体 学生"
)
# What may have several rows, and may as well be what a row is: asked about where it repeats.
REPEATING_PARTS = _words(
    "sample samples instance instances example examples record records image images img picture pictures photo photos "
    "file files filename document documents doc session sessions slide slides scan scans video videos recording "
    "recordings pid ptid mrn uid sid 样本 样例 图片 图像 文件 会话"
)
MODEL_NAMES = _words(
    "model models modelname modelid learner learners classifier classifiers estimator estimators algorithm algorithms "
    "algo method methods system systems clf clfs modeltype classifiername learnername approach "
    "模型 模型名 学习器 分类器 算法 方法"
)
# Values by which a column names models whatever it is called: words, and what longer ones hold.
LEARNER_WORDS = _words(
    "svm svc svr cart rf lr nb knn mlp nn cnn rnn lstm bert gpt llm xgb lgbm lgb gbm gbdt gbt glm gam lda qda gp dt "
    "dnn tree trees ours"
)
LEARNER_PARTS = _words(
    "forest logistic logit regression bayes neighbo network perceptron xgboost lightgbm catboost boost bagging "
    "stacking ensemble baseline dummy ridge lasso elastic decisiontree transformer resnet classifier "
    "决策树 森林 支持向量 贝叶斯 近邻 神经网络 逻辑回归 集成"
)
GROUP_PARTS = _words(
    "group segment slice site sex gender age region country city race ethnicity cohort 组 性别 地区 年龄"
)
NO_AMOUNT_PARTS = PREDICTED_PARTS | SCORE_PARTS | TRUTH_PARTS | GROUP_PARTS | _words("model")

# Names of the class that is positive, alone or in a pair (negative, positive).
POSITIVE_WORDS = frozenset(("true", "yes", "pos", "positive", "是", "正", "正例", "正类", "正样本", "阳性", "真"))
POSITIVE_PAIRS = frozenset(
    {
        ("0", "1"),
        ("-1", "1"),
        ("n", "p"),
        ("n", "y"),
        ("f", "t"),
        ("-", "+"),
        ("neg", "pos"),
        ("no", "yes"),
        ("false", "true"),
    }
)
# What one looks for is usually the bad or rare thing.
SOUGHT_WORDS = frozenset(
    """
    bad default defaulted defaulter delinquent chargeoff fraud fraudulent fraudster sick ill disease diseased malignant
    cancer tumor tumour spam churn churned churner attack anomaly anomalous abnormal outlier fail failed failure faulty
    fault defect defective broken died dead death deceased infected abuse abusive toxic hate malware malicious phishing
    intrusion recurrence relapse bankrupt bankruptcy risky charged attrited affected case
    坏 坏账 坏客户 违约 欺诈 盗刷 诈骗 患病 患者 有病 生病 病 恶性 阳性 异常 故障 缺陷 次品 流失 垃圾 垃圾邮件 死亡
    不合格 不良 坏样本 高风险 逾期 感染 攻击 复发 破产
    """.split()  # noqa: SIM905 - a list of words is read
)
NEGATIONS = frozenset(("no", "non", "not", "without", "never", "free"))
# One label as another type writes it.
SAME_IN_ANOTHER_TYPE = {"0": "false", "1": "true", "false": "0", "true": "1"}

# Names of the parts of a table; the first are those on which a model is made.
_TRAINING = (
    "train training trn tr dev development insample ins fit learn learning build modeling 训练 训练集 开发 开发集 建模"
)
_OTHERS = (
    "valid validation validate val eval evaluation tune tuning calibration test testing tst te holdout outofsample oos "
    "outoftime oot ootv final unseen 验证 验证集 校验 校验集 测试 测试集 留出 留出集 时间外 跨期"
)
PART_WORDS = frozenset(f"{_TRAINING} {_OTHERS}".split())
