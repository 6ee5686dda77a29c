"""Programs of staff create and change titles and boxes, by the same rules as the pages of the desk."""

from collections.abc import Callable

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException
from rest_framework.response import Response

from catalogue import services
from catalogue.desk import DeskRefusal, cataloguing, changing
from catalogue.desk.changing import CHANGED_MEANWHILE, CHANGES, SIMILAR_TITLES
from catalogue.models import Copy, GameTitle, Shelf
from catalogue.web.api.desk import schemas
from catalogue.web.api.desk.boxes import BOX_ID, describe_box, read_box_id
from escale.common.account_tokens import CATALOGUE_WRITE
from escale.common.api import idempotency
from escale.common.api.authentication import require_staff
from escale.common.api.bodies import validate_body
from escale.common.api.problems import Problem, enforce
from escale.common.api.schema import LANGUAGE, problems

UNKNOWN_SHELF = _("There is no shelf with this code.")
REFUSALS = (APIException, Http404)
CREATE_TITLE = dict(
    operation_id="titles_create",
    summary="Enter a title",
    tags=["desk"],
    parameters=[idempotency.KEY, LANGUAGE],
    request=schemas.NewTitleIn,
)
CHANGE_TITLE = dict(
    operation_id="titles_change",
    summary="Change facts of a title",
    tags=["desk"],
    parameters=[LANGUAGE],
    request=schemas.TitleChangeIn,
)
ADD_BOX = dict(
    operation_id="titles_add_copy",
    summary="Enter a box of a title",
    description="For programs of staff: needs a token with `catalogue:write`, of an account that may "
    "enter boxes.",
    tags=["desk"],
    parameters=[idempotency.KEY, LANGUAGE],
    request=schemas.NewBoxIn,
    responses={201: schemas.DeskBoxOut, **problems(400, 401, 403, 404, 409)},
)
CHANGE_BOX = dict(
    operation_id="desk_box_change",
    summary="Change facts of a box",
    description="For programs of staff: needs a token with `catalogue:write`, of an account that may "
    "change boxes.",
    tags=["desk"],
    parameters=[BOX_ID, LANGUAGE],
    request=schemas.BoxChangeIn,
    responses={200: schemas.DeskBoxOut, **problems(400, 401, 403, 404, 409)},
)


def create_title(request, load_record: Callable[[str], dict]) -> Response:
    """201 with the new title. Titles with a similar name are named first, by 409."""

    def answer() -> Response:
        body = validate_body(schemas.NewTitleIn, request.data)
        if not body.get("even_if_similar"):
            _refuse_similar(body["name"])
        title = cataloguing.add_title(
            name=body["name"], language=body.get("language", ""), facts=_read_facts(body), who=request.user
        )
        address = request.build_absolute_uri(f"{reverse('titles_api')}{title.slug}/")
        return Response(load_record(title.slug), status=201, headers={"Location": address})

    _admit(request, "catalogue.add_gametitle")
    return _answer_once(request, answer)


def _refuse_similar(name: str) -> None:
    if titles := cataloguing.find_duplicates(name):
        similar = [{"slug": title.slug, "name": title.name} for title in titles]
        raise Problem(409, "similar_titles", SIMILAR_TITLES, similar=similar)


def change_title(request, slug: str, load_record: Callable[[str], dict]) -> Response:
    """200 with the title as it is now."""
    _admit(request, "catalogue.change_gametitle")
    body = validate_body(schemas.TitleChangeIn, request.data)
    pk = _find_title(slug).pk
    try:
        title = changing.change_title(
            pk=pk, read_version=body["changed_in"], values=_read_facts(body), who=request.user
        )
    except changing.ChangedMeanwhile as error:
        raise _changed_meanwhile(error) from error
    return Response(load_record(title.slug))


def add_box(request, slug: str) -> Response:
    """201 with the new box."""

    def answer() -> Response:
        body = validate_body(schemas.NewBoxIn, request.data)
        try:
            box = cataloguing.add_box(title=_find_title(slug), facts=_read_box(body), who=request.user)
        except DeskRefusal as refusal:
            raise Problem(409, "number_exists", str(refusal)) from refusal
        address = request.build_absolute_uri(reverse("desk_box_api", args=[box.pk]))
        return Response(_load_box(box.pk), status=201, headers={"Location": address})

    _admit(request, "catalogue.add_copy")
    return _answer_once(request, answer)


def change_box(request, box_id: str) -> Response:
    """200 with the box as it is now."""
    _admit(request, "catalogue.change_copy")
    pk = read_box_id(box_id)
    body = validate_body(schemas.BoxChangeIn, request.data)
    values = _read_box(body)
    try:
        changing.change_box(pk=pk, read_version=body["changed_in"], values=values, who=request.user)
    except Copy.DoesNotExist:
        raise Http404 from None
    except changing.ChangedMeanwhile as error:
        raise _changed_meanwhile(error) from error
    except DeskRefusal as refusal:
        raise Problem(409, "number_exists", str(refusal)) from refusal
    return Response(_load_box(pk))


def _admit(request, permission: str) -> None:
    require_staff(request, CATALOGUE_WRITE, permission)
    enforce(CHANGES, f"account {request.user.pk}")


def _answer_once(request, answer: Callable[[], Response]) -> Response:
    keyed = idempotency.read_keyed_request(request, f"account {request.user.pk}")
    return idempotency.answer_once(
        keyed, answer, transaction=services.catalogue_transaction, refusals=REFUSALS
    )


def _find_title(slug: str) -> GameTitle:
    title = GameTitle.objects.filter(slug=slug).first()
    if title is None:
        raise Problem(404, "not_found")
    return title


def _load_box(pk: int) -> dict:
    return describe_box(Copy.objects.with_title_and_shelf().get(pk=pk))


def _changed_meanwhile(error: changing.ChangedMeanwhile) -> Problem:
    return Problem(409, "changed_meanwhile", CHANGED_MEANWHILE, version=error.version)


def _read_facts(body: dict) -> dict:
    """The values of a title, by field name."""
    names = ("kind", "year", "age", "language_dependence")
    values = {name: body[name] for name in names if name in body}
    for name in ("players", "minutes"):
        if name in body:
            values |= {f"{name}_min": body[name]["min"], f"{name}_max": body[name]["max"]}
    return values


def _read_box(body: dict) -> dict:
    """The values of a box, by field name."""
    names = ("inventory_number", "barcode", "condition", "missing", "edition", "note")
    values = {name: body[name] for name in names if name in body}
    if "languages" in body:
        values["languages"] = ",".join(dict.fromkeys(body["languages"]))
    if "shelf" in body:
        values["shelf"] = _find_shelf(body["shelf"])
    return values


def _find_shelf(code: str | None) -> Shelf | None:
    shelf = Shelf.objects.filter(code=code).first() if code is not None else None
    if code is not None and shelf is None:
        raise Problem(400, "invalid", errors={"shelf": [str(UNKNOWN_SHELF)]})
    return shelf
