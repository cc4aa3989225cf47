// Validates the daemon's data, which any program may have made up, and computes what a clock shows. For GNOME's
// extension and, through the link `clock.mjs`, Plasma's widget. Pure: no widget, no bus; the time is an argument.

// Maximum length; 16 cards of maximum length fit. Longer text is not parsed, because that would block the shell.
export const LONGEST = 256 * 1024;
// Cards: 16, and those that were just stopped. Count: two digits. Text and link: characters.
const MOST = {cards: 32, lines: 8, buttons: 4, menu: 16, count: 99, text: 400, link: 4096};

const cut = (text, most) => text.length > most ? `${text.slice(0, most)}…` : text;
const word = value => typeof value === 'string' ? cut(value, MOST.text) : '';
const moment = value => Number.isSafeInteger(value) ? value : null;
const count = value => Math.min(Math.max(moment(value) ?? 0, 0), MOST.count);
const list = (value, most, read) => Array.isArray(value) ? value.slice(0, most).map(read).filter(it => it) : [];
const color = value => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : '#888888';
const object = value => value !== null && typeof value === 'object' ? value : {};
const link = value => typeof value === 'string' && value.length <= MOST.link ? value : null;

function button(value) {
    const {label, link: target} = object(value);
    return word(label) && link(target) ? {label: word(label), link: target} : null;
}

function clock(value) {
    const it = object(value);
    const share = Number.isFinite(it.share) ? Math.min(Math.max(it.share, 0), 1) : null;
    const at = moment(it.at);
    const kind = ['down', 'up'].includes(it.kind) && at === null ? 'none' : it.kind;
    return {kind, at, total: moment(it.total), hot: moment(it.hot), text: word(it.text), share};
}

function locked(value) {
    if (value === null || typeof value !== 'object')
        return null;
    return {title: word(value.title), text: word(value.text), lines: list(value.lines, MOST.lines, word)};
}

function card(value) {
    const it = object(value);
    if (typeof it.id !== 'string')
        return null;
    const step = object(it.step);
    return {
        id: word(it.id), title: word(it.title), heading: word(it.heading), lines: list(it.lines, MOST.lines, word),
        locked: locked(it.private), color: color(it.color), urgent: color(it.urgent), clock: clock(it.clock),
        buttons: list(it.buttons, MOST.buttons, button), open: button(it.open), toggle: link(it.toggle),
        step: {more: link(step.more), less: link(step.less)},
    };
}

// Drawn without a daemon or without valid data.
export const NOTHING = {
    cards: [], others: 0, more: 0, menu: [], words: {name: '', others: '', unanswered: '', direction: 'ltr'},
};

// Parses the property `Cards`; returns `NOTHING` for invalid text.
export function read(text) {
    if (typeof text !== 'string' || text.length > LONGEST)
        return NOTHING;
    let it;
    try {
        it = object(JSON.parse(text));
    } catch (_) {
        return NOTHING;
    }
    const words = object(it.words);
    // Drops cards with a repeated id, because the views find a card by its id.
    const names = new Set();
    const cards = list(it.cards, MOST.cards, card).filter(one => !names.has(one.id) && names.add(one.id));
    return {
        cards, others: count(it.others), more: count(it.more), menu: list(it.menu, MOST.menu, button),
        words: {
            name: word(words.name), others: word(words.others), unanswered: word(words.unanswered),
            direction: words.direction === 'rtl' ? 'rtl' : 'ltr',
        },
    };
}

// m:ss, from one hour on h:mm:ss, as on all our surfaces.
export function timeText(seconds) {
    const two = n => String(n).padStart(2, '0');
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// What a clock shows: its text, the ring's share (null: no ring), whether the last minute's colour applies, and the
// milliseconds until it changes (0: never).
export function face(it, now) {
    switch (it.kind) {
    case 'down': {
        const left = Math.max(it.at - now, 0);
        const share = it.share ?? (it.total > 0 ? Math.min(left / it.total, 1) : null);
        const next = left > 0 ? left % 1000 || 1000 : 0;
        return {text: timeText(Math.ceil(left / 1000)), share, isHot: it.hot !== null && now >= it.hot, next};
    }
    case 'up': {
        const gone = Math.max(now - it.at, 0);
        return {text: timeText(Math.floor(gone / 1000)), share: it.share, isHot: false, next: 1000 - gone % 1000};
    }
    default:
        return {text: it.text, share: it.share, isHot: false, next: 0};
    }
}
