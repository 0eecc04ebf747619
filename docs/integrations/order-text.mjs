// What a maintenance system is told of an order, in words.

/** The API gives kilometres; poles are marked `315+120`. */
export function kilometerPoint(kilometers) {
  const meters = Math.round(Math.abs(kilometers) * 1000);
  return `${kilometers < 0 ? '-' : ''}${Math.floor(meters / 1000)}+${String(meters % 1000).padStart(3, '0')}`;
}

/** Where it is: `Dijon – Dole, track V1, KP 315+120, pole 12-07, box FG-0012, AERO 1`. */
export function place({ serial_number, position, line, track_number, kilometer_point, pole }) {
  return [
    line,
    track_number && `track ${track_number}`,
    kilometer_point === null ? '' : `KP ${kilometerPoint(kilometer_point)}`,
    pole && `pole ${pole}`,
    `box ${serial_number}`,
    position === null ? '' : `AERO ${position}`,
  ]
    .filter((part) => part)
    .join(', ');
}

/** Place, description and checklist; what was found and done once it is closed. */
export function longText(order) {
  const lines = [
    place(order.place),
    order.description,
    order.checklist
      .map((check) => `${check.done ? '[x]' : '[ ]'} ${check.text}${check.note ? `: ${check.note}` : ''}`)
      .join('\n'),
  ];
  if (order.state === 'done') lines.push(outcome(order));
  if (order.state === 'cancelled') lines.push(`Cancelled. ${order.closing_note}`.trim());
  return lines.filter((line) => line).join('\n\n');
}

const outcome = ({ verdict, mechanism, cause, acts, closing_note }) =>
  [
    verdict && `Verdict: ${words(verdict)}`,
    mechanism && `Mechanism: ${words(mechanism)}`,
    cause && `Cause: ${words(cause)}`,
    acts.length > 0 && `Done: ${acts.map(words).join(', ')}`,
    closing_note,
  ]
    .filter((line) => line)
    .join('\n');

const words = (code) => code.replaceAll('_', ' ');
