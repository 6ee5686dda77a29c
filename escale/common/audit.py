"""The audit log: every change that staff make, with what was before and after. Entries are never changed."""

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models

from escale.common.models import AuditEntry

PRIVATE = frozenset({"password", "mail", "email", "token", "salt"})  # of every model
PRIVATE_OF = {"otp_totp.totpdevice": {"key"}}  # of models that are not ours; ours say `private_fields`
HIDDEN = "•"
ADD, CHANGE, DELETE = AuditEntry.Action.ADD, AuditEntry.Action.CHANGE, AuditEntry.Action.DELETE
Picture = dict[str, Any]

# Behind the back of Django too: the database itself refuses.
PROTECT = {
    "sqlite": [
        f"CREATE TRIGGER audit_no_{verb} BEFORE {verb} ON common_auditentry "
        "BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END"
        for verb in ("update", "delete")
    ],
    "postgresql": [
        "CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$BEGIN RAISE EXCEPTION 'the audit log is append only'; END$$",
        "CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON common_auditentry "
        "FOR EACH ROW EXECUTE FUNCTION audit_refuse()",
    ],
}
UNPROTECT = {
    "sqlite": [f"DROP TRIGGER audit_no_{verb}" for verb in ("update", "delete")],
    "postgresql": ["DROP TRIGGER audit_append_only ON common_auditentry", "DROP FUNCTION audit_refuse"],
}


def execute(statements: dict[str, list[str]]) -> None:
    with connection.cursor() as cursor:
        for statement in statements[connection.vendor]:
            cursor.execute(statement)


def picture(thing: models.Model) -> Picture:
    """The values of a thing now, for comparing later."""
    return {field.name: _plain(field.value_from_object(thing)) for field in thing._meta.concrete_fields}


def _plain(value: Any) -> Any:
    try:
        return json.loads(json.dumps(value, cls=DjangoJSONEncoder))
    except TypeError:
        return str(value)


def record(
    *, who: Any, action: str, thing: models.Model, before: Picture | None = None, after: Picture | None = None
) -> AuditEntry | None:
    """Write down what differs between the two pictures; nothing, when nothing does."""
    old, new = before or {}, after or {}
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if action == CHANGE and not names:
        return None
    private = PRIVATE | PRIVATE_OF.get(thing._meta.label_lower, set()) | getattr(thing, "private_fields", frozenset())
    shown = [
        {name: HIDDEN if name in private and told[name] else told[name] for name in names if name in told}
        for told in (old, new)
    ]
    label = thing._meta.verbose_name if hasattr(thing, "private_fields") else thing
    kind, name = thing._meta.label_lower, getattr(who, "username", "") or ""
    words = json.dumps([kind, str(label), name, *shown], ensure_ascii=False, cls=DjangoJSONEncoder).casefold()
    return AuditEntry.objects.create(
        who=name,
        action=action,
        kind=kind,
        thing=str(thing.pk),
        label=str(label)[:200],
        before=shown[0],
        after=shown[1],
        words=words,
    )


def added(*, who: Any, thing: models.Model) -> None:
    record(who=who, action=ADD, thing=thing, after=picture(thing))


def changed(*, who: Any, thing: models.Model, before: Picture) -> None:
    record(who=who, action=CHANGE, thing=thing, before=before, after=picture(thing))


def change(*, who: Any, thing: models.Model, **values: Any) -> None:
    """Gives a thing these values, saves them and writes down what they were."""
    before = picture(thing)
    for name, value in values.items():
        setattr(thing, name, value)
    thing.save(update_fields=list(values))
    changed(who=who, thing=thing, before=before)


def deleted(*, who: Any, thing: models.Model) -> None:
    """Before it is deleted: afterwards it has no id."""
    record(who=who, action=DELETE, thing=thing, before=picture(thing))
