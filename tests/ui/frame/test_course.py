"""Courses: three that are built in, and a teacher's own, as text that may be a stranger's."""

import itertools
import json
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.significance import paired_t_test, paired_t_test_5x2
from tests.ui.shared.links import wrong
from ui.frame import course, course_text, path
from ui.frame.course import COURSES
from ui.frame.course_steps import FURTHER, KNOWN
from ui.frame.steps import STEPS
from ui.shared import chapter
from ui.shared.text import catalogue
from ui.significance.folds import data as folds_data

VIEW = course_text.view("costs", {"t": "0.6", "sample": "melon-20", "lang": "zh", "path": "rows", "present": "1"})
MINE = (KNOWN["kfold"], replace(KNOWN["rows"], own="What *now*? <b>"), VIEW, replace(VIEW, own="再看一次"))


def packed(content):
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    return urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


class TestBuiltIn:
    @pytest.mark.parametrize("one", COURSES.values(), ids=COURSES)
    def test_who_goes_along_it_turns_to_no_page_twice(self, one):
        turns = [page for page, _steps in itertools.groupby(step.page for step in one.steps.values())]
        assert len(set(turns)) == len(turns)
        assert turns == [page for page in chapter.PAGES if page in turns]
        assert one.title in catalogue("zh")

    def test_the_whole_chapter_is_what_is_taken_by_default(self):
        assert list(COURSES) == ["chapter", "book", "short"]
        assert COURSES[course.CHAPTER].steps == STEPS

    def test_the_book_s_has_what_the_book_has(self):
        book = set(COURSES["book"].steps)
        assert set(STEPS) - book == course._BEYOND
        assert book - set(STEPS) == set(FURTHER) == {key for keys in course._BEHIND.values() for key in keys}

    def test_each_way_of_splitting_has_a_step(self):
        keys = list(COURSES["book"].steps)
        at = keys.index("splits")
        assert keys[at : at + 5] == ["splits", "kfold", "loo", "repeats", "draws"]

    def test_the_short_one_has_twelve(self):
        assert len(COURSES["short"].steps) == 12

    def test_steps_follow_one_another(self):
        whole, keys = COURSES[course.CHAPTER], list(STEPS)
        assert whole.beside(keys[0]) == (None, STEPS[keys[1]])
        assert whole.beside(keys[3]) == (STEPS[keys[2]], STEPS[keys[4]])
        assert whole.beside(keys[-1]) == (STEPS[keys[-2]], None)

    @pytest.mark.parametrize("step", FURTHER.values(), ids=FURTHER)
    def test_a_further_step_asks_for_what_there_is(self, step):
        assert not wrong(step.asked)
        assert step.shows.endswith("?")
        assert catalogue("zh")[step.shows].endswith("？")

    def test_ten_differences_are_more_than_chance_and_the_book_s_5x2_is_not(self):
        assert paired_t_test(np.array(folds_data.LECTURE_A), np.array(folds_data.LECTURE_B)).reject(0.05)
        assert FURTHER["halves"].asked["folds_numerator"] == "mean"
        assert not paired_t_test_5x2(np.array(folds_data.LECTURE_HALVES), numerator="mean").reject(0.05)


class TestText:
    def test_a_file_and_a_link_bring_back_what_was_saved(self):
        mine = course.of(MINE)
        assert list(mine.steps) == ["kfold", "rows", "view1", "view2"]
        for steps in (
            course_text.read(course_text.written(list(mine.steps.values()))),
            course_text.unpacked(course_text.packed(list(mine.steps.values())), COURSES),
        ):
            assert course.of(steps) == mine

    def test_a_view_keeps_what_it_shows_and_not_who_looked(self):
        assert VIEW.asked == {"t": "0.6", "sample": "melon-20"}
        assert VIEW.shows == chapter.PAGES["costs"].question

    def test_a_view_has_the_scene_of_the_step_it_was_made_of(self):
        rows = KNOWN["rows"]
        found = course_text.view("curves", {}, like="rows")
        assert (found.scene, found.moves, found.hides) == (rows.scene, rows.moves, rows.hides) != (None, None, True)
        assert course_text.view("costs", {}, like="rows").scene is None
        lecture = course_text.view("confusion_matrix", {"sample": "melon-20", "stage": "3"}, like="lecture")
        # It is built up as that step is, from its beginning.
        assert (lecture.stages, lecture.asked) == (KNOWN["lecture"].stages, {"sample": "melon-20"})
        (again,) = course_text.read(course_text.written([found]))
        assert replace(again, key="view") == replace(found, key="view")

    def test_a_line_is_never_markup(self):
        assert path.said(MINE[1]) == r"What \*now\*? \<b\>"
        assert path.said(KNOWN["rows"]) == KNOWN["rows"].shows

    def test_what_cannot_be_seen_is_no_part_of_a_line(self):
        assert course_text.clean(" a\u202eb\n\tc\u3000d\ud800 ", 1) == "ab c d"
        assert course_text.clean("\u200b ", 1) is None

    def test_links_of_usual_paths_fit_a_code_and_of_very_long_ones_nothing(self):
        assert len(course_text.packed(list(COURSES["book"].steps.values()))) < 800
        rng = np.random.default_rng(0)
        letters = [chr(0x4E00 + code) for code in rng.integers(0, 20_000, 300 * 35)]
        lines = ["".join(letters[at : at + 300]) for at in range(0, len(letters), 300)]
        long = [replace(step, own=line) for step, line in zip(KNOWN.values(), lines, strict=False)]
        assert not course_text.fits_link(course_text.packed(long))
        assert course.text(course.of(long)) == course.OWN
        assert len(course_text.written(long)) < course_text.LARGEST
        assert list(course_text.read(course_text.written(long))) == long

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"\xff\x00", "A path must be a JSON file as it is saved here; got something else. Choose another file."),
            (b"[" * 90_000, "A path must be a JSON file as it is saved here; got something else. Choose another file."),
            (b"7" * 9_000, "A path must be a JSON file as it is saved here; got something else. Choose another file."),
            (["melons"], "A path must be a JSON file as it is saved here; got something else. Choose another file."),
            (
                b" " * 200_001,
                "A path must be a file of at most 200 kB; got 201. Choose one that was saved here.",
            ),
            ({"path": []}, "A path must have 1 to 60 steps; got 0."),
            ({"path": ["melons"] * 61}, "A path must have 1 to 60 steps; got 61."),
            (
                {"path": ["melons", "apples"]},
                "Step 2 of the path must be known here; got 'apples'. Take it out of the path.",
            ),
            ({"path": [["melons"]]}, "Step 1 of the path must be known here; got list. Take it out of the path."),
            ({"path": [{}]}, "Step 1 of the path must name a step or a page."),
            (
                {"path": [{"page": "data"}]},
                f"The page of step 1 of the path must be one of {', '.join(chapter.PAGES)}; got 'data'. Take it out of "
                "the path.",
            ),
            (
                {"path": [{"page": "costs", "like": "<b>"}]},
                "Step 1 of the path must be known here; got '<b>'. Take it out of the path.",
            ),
            (
                {"path": [{"page": "costs", "asked": {"t": 0.5}}]},
                "The settings of step 1 of the path must be words of at most 2000 characters in all. Take it out of "
                "the path.",
            ),
            (
                {"path": [{"page": "costs", "asked": {"t": "5" * 2_000}}]},
                "The settings of step 1 of the path must be words of at most 2000 characters in all. Take it out of "
                "the path.",
            ),
            (
                {"path": [{"page": "costs", "asked": ["t"]}]},
                "The settings of step 1 of the path must be words of at most 2000 characters in all. Take it out of "
                "the path.",
            ),
            (
                {"path": [{"step": "melons", "line": "a" * 301}]},
                "The line of step 1 of the path must have at most 300 characters; got 301. Shorten it.",
            ),
            ({"path": [{"step": "melons", "line": ["a"]}]}, "The line of step 1 of the path must be text."),
            (
                {"path": ["melons", "rows", "melons"]},
                "Each step must be in the path once; got 'melons' more often. Keep its view as a step of its own "
                "instead.",
            ),
        ],
    )
    def test_each_refusal_is_one_sentence(self, content, said):
        with pytest.raises(InputError) as refused:
            course_text.read(content if isinstance(content, bytes) else json.dumps(content).encode())
        assert str(refused.value) == said

    def test_an_unknown_sample_is_refused(self):
        with pytest.raises(InputError, match=r"The sample of step 1 of the path must be one of lecture-20.*got 'mine'"):
            course_text.read(b'{"path": [{"page": "costs", "asked": {"sample": "mine"}}]}')

    @pytest.mark.parametrize(
        "text",
        [
            "nonsense",
            "",
            "书",
            "=" * 9,
            packed({"path": ["melons"]})[:-4],
            packed(b" " * 200_001),
            "A" * (course_text.LONGEST_LINK + 1),
        ],
        ids=["word", "empty", "letters", "padding", "cut off", "too much", "too long"],
    )
    def test_a_link_that_holds_no_path_is_refused(self, text):
        with pytest.raises(InputError) as refused:
            course_text.unpacked(text, COURSES)
        assert str(refused.value).startswith("course must be chapter, book, short or a whole path of one's own; got ")
        assert len(str(refused.value)) < 180

    def test_no_more_is_unpacked_than_a_path_can_need(self, monkeypatch):
        """A bomb: ten million blanks in ten thousand letters."""
        bomb = packed(b" " * 10_000_000)
        assert len(bomb) < course_text.LONGEST_LINK
        most, made = [], zlib.decompressobj

        class Watched:
            def __init__(self):
                self.real = made()

            def decompress(self, data, most_bytes):
                most.append(most_bytes)
                found = self.real.decompress(data, most_bytes)
                assert len(found) <= most_bytes
                return found

            @property
            def eof(self):
                return self.real.eof

        monkeypatch.setattr(course_text.zlib, "decompressobj", Watched)
        with pytest.raises(InputError):
            course_text.unpacked(bomb, COURSES)
        assert most == [course_text.LARGEST + 1]
