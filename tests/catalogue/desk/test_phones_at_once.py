"""Two phones of one stay that take and put back the same boxes at once make one loan of each."""

import pytest

pytestmark = pytest.mark.slow

WORK = """
import json, threading
from django.db import connections
from django.utils import timezone
from catalogue.evenings import self_service, stays
from catalogue.models import Copy, Loan
from escale.common.models import AuditEntry
from tests.catalogue.making import make_copy, make_title

today, wrong = timezone.localdate(), []
boxes = [make_copy(make_title(f"Game {n}"), inventory_number=f"E{n}") for n in range(self_service.MAX_BOXES)]
made = stays.make_stay(name="Carla", stay_from=today, stay_to=today, today=today, who=None)
token, start = stays.sign_token(made), threading.Barrier(2)

def phone():
    try:
        stay = self_service.find_stay(token, today=today)
        for act in (self_service.take_box, lambda *what, today: self_service.put_back(*what, missing="", today=today)):
            for box in boxes:
                start.wait(30)
                act(box, stay, today=today)
    except Exception as error:
        wrong.append(repr(error))
    finally:
        connections.close_all()

threads = [threading.Thread(target=phone) for _phone in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(120)
log = AuditEntry.objects.filter(kind="catalogue.loan").values_list("action", flat=True)
loans = [(loan.copy_id, loan.back == today) for loan in Loan.objects.all()]
print(json.dumps([wrong, sorted(loans), sorted(log), [box.pk for box in boxes]]))
"""


def test_two_phones_that_race_make_one_loan_and_one_return(empty):
    house = empty("house")
    house.prepare()
    wrong, loans, log, boxes = house.says(WORK)
    assert wrong == []
    assert loans == [[box, True] for box in boxes]
    assert log == ["add"] * len(boxes) + ["change"] * len(boxes)
