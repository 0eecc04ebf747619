import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router';
import { useText } from '../../lib/text.ts';
import { usePlainTitle } from '../plain-title.ts';
import { useProductTitle } from '../product.ts';
import { Logo } from '../shell/logo.tsx';
import { Splash } from '../splash.tsx';
import { VisitorLanguage } from './visitor-language.tsx';
import classes from './visitor-layout.module.css';

/** The layout of visitors' screens: an introduction and the form. */
export default function VisitorLayout() {
  const title = useProductTitle();
  const t = useText('common');
  const auth = useText('auth');
  const tab = usePlainTitle();
  useEffect(() => {
    document.title = tab;
  }, [tab]);
  return (
    <div className={classes.page}>
      <aside className={classes.aside}>
        <div className={classes.brand}>
          <Logo state="calm" label={t('shell.logo_calm', { title })} size={44} />
          <span>{title}</span>
        </div>
        <svg className={classes.line} viewBox="0 0 600 260" aria-hidden preserveAspectRatio="xMidYMax slice">
          <g fill="none" stroke="currentColor" strokeWidth="2">
            <path d="M-20 132C110 128 210 104 300 44C390 104 490 128 620 132" opacity=".8" />
            <path d="M-20 170H620" strokeWidth="2.6" />
            <path
              d="M20 131v39M90 126v44M160 112v58M225 89v81M375 89v81M440 112v58M510 126v44M580 131v39"
              opacity=".45"
            />
            <path d="M300 10v250M282 44h36M290 170h20" strokeWidth="4" />
          </g>
          <circle cx="300" cy="170" r="9" fill="#f2b33d" />
        </svg>
        <div className={classes.words}>
          <p className={classes.lead}>{auth('aside.title')}</p>
          <p>{auth('aside.text')}</p>
        </div>
      </aside>
      <main className={classes.main}>
        <div className={classes.language}>
          <VisitorLanguage />
        </div>
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
