import { useText } from '../../../lib/text.ts';
import classes from './fan.module.css';

const MARK = { width: 22, height: 12 } as const;

/** The legend of the fan. */
export function FanLegend({ travel }: { travel: boolean }) {
  const t = useText('forecast');
  return (
    <ul className={classes.legend} aria-label={t('fan.legend')}>
      <li>
        <svg {...MARK} aria-hidden>
          <path d="M0 6H22" className={classes.measured} />
        </svg>
        {t('fan.measured')}
      </li>
      <li>
        <svg {...MARK} aria-hidden>
          <path d="M0 6H22" className={classes.middle} />
        </svg>
        {t('fan.middle')}
      </li>
      <li>
        <svg {...MARK} aria-hidden>
          <rect {...MARK} className={classes.half} />
        </svg>
        {t('fan.half')}
      </li>
      <li>
        <svg {...MARK} aria-hidden>
          <rect {...MARK} className={classes.wide} />
        </svg>
        {t('fan.wide')}
      </li>
      {travel ? (
        <>
          <li>
            <svg {...MARK} aria-hidden>
              <rect {...MARK} className={classes.hatch} />
            </svg>
            {t('fan.margin')}
          </li>
          <li>
            <svg {...MARK} aria-hidden>
              <path d="M0 6H22" className={classes.stop} />
            </svg>
            {t('fan.stop')}
          </li>
        </>
      ) : null}
    </ul>
  );
}
