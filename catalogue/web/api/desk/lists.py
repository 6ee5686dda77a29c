"""Lists of the desk for programs of staff: boxes, and loans without the names of borrowers."""

from django.http import Http404
from django.utils import timezone
from django.utils.translation import get_language
from rest_framework.response import Response

from catalogue.desk.box_lists import LACKS, BoxList
from catalogue.models import Copy, GameTitle, Loan, Shelf
from catalogue.web.api.desk import changes, schemas
from catalogue.web.api.desk.boxes import BOX_ID, describe_box, read_box_id
from escale.common.account_tokens import DESK_READ
from escale.common.api.authentication import require_staff
from escale.common.api.http import api_view, etag_response, refuse_empty
from escale.common.api.lists import CURSOR, NUMBERED, load_list_page
from escale.common.api.problems import Problem, not_one_of
from escale.common.api.schema import LANGUAGE, PAGE_SIZE, extend_schema, problems, query
from escale.common.cursors import Order

BY_ENTRY = Order("boxes of the desk", ("-pk",))
BY_DUE_DAY = Order("open loans", ("due", "pk"))
BOX_PARAMETERS = [
    query("q", "The number or the barcode of a box, else words of a title."),
    query("shelf", "The code of a shelf."),
    query("status", "Without it all that are not lost or retired.", enum=Copy.Status.values),
    query("lacks", "Boxes without this.", enum=list(LACKS)),
]
LIST_PARAMETERS = [CURSOR, NUMBERED, PAGE_SIZE, LANGUAGE]


@extend_schema(
    operation_id="desk_boxes",
    summary="The boxes of the house, for staff",
    tags=["desk"],
    parameters=[*BOX_PARAMETERS, *LIST_PARAMETERS],
    responses={200: schemas.DeskBoxPage, **problems(400, 401, 403)},
)
@api_view(["GET"])
def boxes(request):
    """The newest boxes come first. Needs a token with `desk:read`, of an account that may see boxes."""
    require_staff(request, DESK_READ, "catalogue.view_copy")
    page = load_list_page(request, _select_boxes(request).with_title_and_shelf(), BY_ENTRY)
    return _answer(request, page.as_body([describe_box(box) for box in page.rows]))


def _select_boxes(request):
    names = [parameter.name for parameter in BOX_PARAMETERS]
    refuse_empty(request, names)
    lacks, status = request.GET.get("lacks", ""), request.GET.get("status")
    for name, value, allowed_values in (
        ("lacks", lacks, ("", *LACKS)),
        ("status", status, (None, *Copy.Status.values)),
    ):
        if value not in allowed_values:
            raise not_one_of(name, allowed_values)
    boxes_with_status = Copy.objects.filter(status=status) if status else Copy.objects.not_gone()
    if "shelf" in request.GET:
        boxes_with_status = boxes_with_status.filter(
            shelf__in=Shelf.objects.filter(code=request.GET["shelf"].replace("\0", ""))
        )
    return BoxList.read({"no": lacks, "q": request.GET.get("q", "")}).filter(boxes_with_status)


@extend_schema(
    methods=["GET"],
    operation_id="desk_box_read",
    summary="One box, for staff",
    tags=["desk"],
    parameters=[BOX_ID, LANGUAGE],
    responses={200: schemas.DeskBoxOut, **problems(401, 403, 404)},
    description="Needs a token with `desk:read`, of an account that may look at boxes.",
)
@extend_schema(methods=["PATCH"], **changes.CHANGE_BOX)
@api_view(["GET", "PATCH"])
def box(request, box_id: str):
    if request.method == "PATCH":
        return changes.change_box(request, box_id)
    require_staff(request, DESK_READ, "catalogue.view_copy")
    copy = Copy.objects.with_title_and_shelf().filter(pk=read_box_id(box_id)).first()
    if copy is None:
        raise Http404
    return _answer(request, describe_box(copy))


@extend_schema(
    operation_id="desk_loans",
    summary="The boxes that are out, for staff",
    tags=["desk"],
    parameters=[query("overdue", "yes: only what is late.", enum=["yes"]), *LIST_PARAMETERS],
    responses={200: schemas.DeskLoanPage, **problems(400, 401, 403)},
)
@api_view(["GET"])
def loans(request):
    """Loans that are due first come first. Needs a token with `desk:read`, of an account that may see loans.
    Who has a box, and how to reach them, is only on the pages of the desk.
    """
    require_staff(request, DESK_READ, "catalogue.view_loan")
    today = timezone.localdate()
    overdue = request.GET.get("overdue")
    if overdue not in (None, "yes"):
        raise Problem(400, "invalid", errors={"overdue": ["yes"]})
    open_loans = Loan.objects.overdue(today) if overdue else Loan.objects.open()
    open_loans = open_loans.select_related("copy__title").prefetch_related("copy__title__names")
    page = load_list_page(request, open_loans, BY_DUE_DAY)
    return _answer(request, page.as_body([_describe_loan(loan, today) for loan in page.rows]))


def _describe_loan(loan: Loan, today) -> dict:
    title: GameTitle = loan.copy.title
    return {
        "id": loan.pk,
        "title": {"slug": title.slug, "name": title.name_in(get_language())},
        "box": loan.copy_id,
        "inventory_number": loan.copy.inventory_number,
        "borrower_kind": loan.borrower_kind,
        "out": loan.out.isoformat(),
        "due": loan.due.isoformat(),
        "overdue": loan.due < today,
        "renewals": loan.renewals,
    }


def _answer(request, body: dict) -> Response:
    """A response for this account alone, which no cache in between may store."""
    response = etag_response(request, body)
    response["Vary"] = "Authorization, Accept-Language"
    response["Cache-Control"] = "private, no-cache"
    return response
