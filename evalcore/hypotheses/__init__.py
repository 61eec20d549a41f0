"""What a learner chooses from: hypothesis space, version space, inductive bias, no free lunch, Occam's razor."""

from evalcore.hypotheses.biases import BIASES, Answer, Bias, answer
from evalcore.hypotheses.melons import (
    FEWER_EXAMPLES,
    FEWER_MELONS,
    GOOD,
    MELON_EXAMPLES,
    MELONS,
    NEW_MELON,
)
from evalcore.hypotheses.no_free_lunch import (
    FreeLunch,
    Learner,
    LearnerErrors,
    coin,
    majority,
    nearest,
    no_free_lunch,
    opposite_of_nearest,
    rule,
)
from evalcore.hypotheses.occam import OccamCurves, occam_curves, typed_points
from evalcore.hypotheses.search import DIRECTIONS, Direction, Search, Try, search
from evalcore.hypotheses.spaces import ANY, EMPTY, Attribute, Hypothesis, Instance, Space, count
from evalcore.hypotheses.tables import space_text, table_of_examples
from evalcore.hypotheses.targets import all_targets, mixed_prior
from evalcore.hypotheses.typed import (
    examples_text,
    instance_text,
    next_label,
    typed_examples,
    typed_instance,
    typed_space,
)
from evalcore.hypotheses.version_space import (
    Boundaries,
    Example,
    VersionSpace,
    candidate_elimination,
    version_space,
)
from evalcore.support.names import offered

__all__ = list(offered(globals()))
