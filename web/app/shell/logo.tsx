import classes from './shell.module.css';

/** The wire, its droppers and the tensioner; pulses blue without alerts, red with. */
export function Logo({ alerting, label, size = 32 }: { alerting: boolean; label: string; size?: number }) {
  const color = alerting ? '#ff5a5f' : '#4db5ff';
  return (
    <svg
      className={classes.logo}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role="img"
      aria-label={label}
      data-alerting={alerting}
    >
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="1.8">
        <path d="M2 9c9 4.500 19 4.500 28 0M2 22h28M9 12v10M23 12v10" />
      </g>
      <circle className={classes.pulse} cx="16" cy="22" r="5" fill={color} />
      <circle cx="16" cy="22" r="5" fill={color} stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}
