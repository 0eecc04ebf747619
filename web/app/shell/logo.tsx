import classes from './shell.module.css';

/** The wire, its droppers and the tensioner; pulses blue without alerts, red with. */
const COLORS = { alert: '#ff5a5f', calm: '#4db5ff', loading: '#9aa5ac' };

interface Props {
  /** `loading` until alerts are known. */
  state: keyof typeof COLORS;
  label: string;
  size?: number;
}
export function Logo({ state, label, size = 32 }: Props) {
  const color = COLORS[state];
  return (
    <svg
      className={classes.logo}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role="img"
      aria-label={label}
      data-alerting={state === 'alert'}
    >
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="1.8">
        <path d="M2 9c9 4.500 19 4.500 28 0M2 22h28M9 12v10M23 12v10" />
      </g>
      <circle
        className={state === 'loading' ? undefined : classes.pulse}
        cx="16"
        cy="22"
        r="5"
        fill={color}
      />
      <circle cx="16" cy="22" r="5" fill={color} stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}
