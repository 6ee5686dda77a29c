"""The words of the frame around a table. Scripts contain no sentences; they get them from here."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SCREEN = {
    "actions": _("Actions this turn"),
    "log": _("What happened"),
    "in_words": _("The table in words"),
    "more": _("More"),
    "players": _("Seats at the table"),
    "tools": _("Beside the table"),
    "table_screen": _("Table screen"),
    "rule": pgettext_lazy("of a game", "Rules"),
    "ask": _("Ask the rules: who begins?"),
    "ask_send": pgettext_lazy("a question", "Ask"),
    "ask_others": _("Or perhaps:"),
    "ask_nothing": _("The rules do not answer this. Ask in other words."),
    "free_seat": _("free seat"),
    "you": _("you"),
    "relieved": _("a bot sits in"),
    "program": _("program"),
    "must_decide": _("decides"),
    "your_turn": _("your turn"),
    "here": _("here"),
    "away": _("away"),
    "join": _("Sit down"),
    "join_here": _("Add a player at this screen"),
    "invite": _("Invite"),
    "invite_link": _("Link to this table"),
    "invite_how": _(
        "Send this link to the people you want to play with. The match begins when every seat is taken; "
        "until then you may close this page: “My tables” brings you back. The table is removed if a seat is "
        "still free after a day."
    ),
    "leave": _("Leave this table"),
    "gave_up": _("gave up"),
    "ended_early": _("The match ended early, so nothing is counted."),
    "offer_pending": _("Waiting for the answer."),
    "copied": _("The link has been copied; send it to the people you want to play with."),
    "impossible": _("Not possible ({count})"),
    "play": _("Play: {what}"),
    "shared_win": _("Shared win: {who}"),
    "won": _("{who} wins!"),
    "rematch": _("Rematch"),
    "replay": _("Replay"),
    "record": _("Record"),
    "claim": _("Keep this seat in my account"),
    "claimed": _("This seat belongs to your account now: you will find it wherever you log in."),
    "watching": _("You are watching."),
    "offer_takeback": _("{who} asks to take a move back."),
    "offer_pause": _("{who} asks for a pause."),
    "agree": _("Agree"),
    "decline": _("Decline"),
    "resume": _("Go on"),
    "undo": _("Undo"),
    "takeback": _("Ask to take a move back"),
    "pause": _("Ask for a pause"),
    "resign": _("Give up"),
    "resign_sure": _("Do you really want to give up?"),
    "hand_over": _("{who} takes over: show the table"),
    "offline": _("The table cannot be reached; trying again."),
    "close": _("Close"),
    "reconnecting": _("connecting again…"),
    "sending_again": _("sending again…"),
    "played_elsewhere": _("You have already played this in another window; here is the table as it stands."),
    "went_on": _("The match has moved on in the meantime; here is the table as it stands."),
    "bot_soon": _("then a bot takes over"),
    "seconds_left": _("Seconds left: {count}; then a bot plays for you."),
    "bot_silent": _(
        "The bot cannot answer at the moment. Nothing is lost: the match goes on as soon as it can."
    ),
    "sit_back": _("Take my seat back"),
    "choices": _("{what}… ({count})"),
    "hint": _("Hint"),
    "hinted": _("Hint: {what}."),
    "coach_off": _("No more hints"),
    "coach_is_on": _("Hints during the match: on"),
    "coach_is_off": _("Hints during the match: off"),
    "sound_on": _("Sound is on"),
    "sound_off": _("Sound is off"),
    "skip": _("Skip"),
    "speed": _("How fast moves are shown"),
    "speeds": {"off": _("at once"), "calm": _("slowly"), "normal": _("at normal speed"), "fast": _("fast")},
    "notify": _("Email me when it is my turn"),
    "your_mail": _("Your email address (empty: no emails)"),
    "mail_on": _(
        "We have sent an email to {mail}. Confirm the address there, and we will write when it is your turn."
    ),
    "mail_off": _("No more emails about this table."),
    "say": _("Say something"),
    "write": _("Your message"),
    "send": _("Send"),
    "block": _("Hide what {who} says"),
    "unblock": _("Show what {who} says"),
    "blocked": _("You no longer see what {who} says, and nobody is told."),
    "unblocked": _("You can see {who}’s messages again."),
    "meanwhile": _("While you were away"),
    "progress": _("Progress of the lesson"),
    "another": _("That is possible too, but another action is better here."),
    "choose_again": _("Choose again."),
    "new_table": _("Open a table"),
    "once_more": _("Once more"),
    "keys": {
        "1–9": _("play the action with this number"),
        "Esc": _("clear a selection"),
        "U": _("undo"),
        "H": _("hint, against bots"),
        "B": _("go to the board"),
        "?": _("open the rules"),
    },
    "yes": _("Yes"),
    "your_name": _("Your name at the table"),
    "position": _("Position"),
    "position_of": _("Position {at} of {last}"),
    "first": _("First position"),
    "back": _("One step back"),
    "on": _("One step forward"),
    "last": _("Last position"),
    "run": _("Play the moves"),
    "halt": _("Stop"),
    "eyes": _("Seen by"),
    "everyone": _("a spectator"),
    "share_position": _("Copy a link to this position"),
    "position_copied": _("The link to this position has been copied:"),
    "check_dice": _("Check the draws in this browser"),
    "checking": _("Checking move {done} of {all}…"),
    "luck_from_table": _(
        "What dice and cards showed in this match was entered at a real table: the site drew nothing, so "
        "there are no draws to check."
    ),
    "no_fairness": _("This match was imported without its secret; its draws cannot be checked."),
    "fair": _(
        "All {all} draws follow from the secret of the house and the random numbers of the seats, and the "
        "cards and dice on the screen match these draws."
    ),
    "unfair": _("The draws of this match are not what was agreed:"),
    "unfair_advice": _("Download the record, keep it and tell us."),
    "block_differs": _(
        "What was revealed is not one secret and one number for each seat, so the house could have chosen "
        "the draws afterwards."
    ),
    "secret_differs": _("The secret does not match the commitment."),
    "commitment_differs": _(
        "The commitment is not the one that this browser kept before the start: the house has replaced "
        "its secret."
    ),
    "nonce_differs": _("The number at {who}’s seat is not the one that this browser sent."),
    "hash_differs": _("{who}’s number does not match the hash that this browser saw before."),
    "steps_differ": _("The numbers were not collected in the way this browser saw."),
    "bot_differs": _("{who}’s number does not follow from the secret."),
    "setup_differs": _("Before the first move, “{what}” is not what the secret gives."),
    "draw_differs": _("Move {n}: “{what}” is {shown}; the secret gives {expected}."),
    "screen_differs": _("After move {n} the screen shows {shown}; the draws give {expected}."),
    "record_differs": _("Move {n} on the screen is not the one in the record."),
    "commitment_kept": _("The commitment is the one that this browser kept before the start."),
    "commitment_unseen": _(
        "This browser did not see the commitment before the start, so it cannot say whether the house has "
        "replaced its secret since."
    ),
    "nonce_kept": _("The random number of this browser went into the draws, at its own seat."),
    "nonce_unsent": _(
        "No random number of this browser went into the draws, so it cannot say whether the "
        "house chose them before the start."
    ),
    "added_none": _("{who} added no random number."),
    "withheld": _(
        "{who} fixed a random number and did not reveal it. Together with the house, they could have "
        "chosen between two draws."
    ),
    "means_version_1": _(
        "This match began under the first version of the procedure: numbers could reach the house before "
        "it had fixed its secret."
    ),
    "means_after": _("This proves that nobody chose the draws after the start."),
    "means_house": _(
        "The house alone could not have chosen them before the start either: it had fixed its secret "
        "before this browser sent its number."
    ),
    "means_one_step": _(
        "It does not rule out that the house chose the draws together with the person whose number came last."
    ),
    "means_two_steps": _(
        "Not even the house together with other players could have chosen them: all numbers were fixed "
        "before the first one was revealed."
    ),
    "means_screens": _("It does not prove who sat at the other screens."),
}
