"""The grader's answers are read strictly: a lost point is a fault, also where the grade stays the best."""

from tests.security.headers import EVERYWHERE, faults_of

BEST = {"path": "/fr/", "grade": "A+", "score": 135, "failed": []}
BEST |= {"points": EVERYWHERE | {"subresource-integrity": 5, "cookies": 0}, "results": {"cookies": "none"}}
LOST = {"content-security-policy": "csp-implemented-with-unsafe-inline-in-style-src-only"}


def test_everything_that_can_be_had_is_no_fault():
    assert faults_of(BEST) == []


def test_a_lost_point_is_a_fault():
    given = BEST | {"points": BEST["points"] | {"content-security-policy": 0}, "results": LOST}
    assert faults_of(given) == [f"/fr/: content-security-policy: {LOST['content-security-policy']}"]


def test_a_failed_test_and_a_lower_grade_are_faults():
    given = BEST | {"grade": "A", "score": 95, "failed": ["cookies"]}
    assert faults_of(given) == ["/fr/: cookies: none", "/fr/: A (95)"]
