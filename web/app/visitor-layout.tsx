import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { useText } from '../lib/text.ts';
import { useProductTitle } from './product.ts';
import { LanguageMenu } from './shell/language-menu.tsx';
import { Logo } from './shell/logo.tsx';
import { Splash } from './splash.tsx';
import classes from './visitor-layout.module.css';

/** Around the screens of visitors: what this is, and the form. */
export default function VisitorLayout() {
  const title = useProductTitle();
  const t = useText('common');
  const auth = useText('auth');
  return (
    <div className={classes.page}>
      <aside className={classes.aside}>
        <div className={classes.brand}>
          <Logo alerting={false} label={t('shell.logo_calm', { title })} size={44} />
          <span>{title}</span>
        </div>
        <svg className={classes.line} viewBox="0 0 600 260" aria-hidden preserveAspectRatio="xMidYMax slice">
          <g fill="none" stroke="currentColor" strokeWidth="2">
            <path d="M-20 60c110 70 210 70 320 0s210-70 320 0" opacity=".75" />
            <path d="M-20 170H620" strokeWidth="2.6" />
            <path
              d="M40 88v82M100 108v62M160 112v58M220 96v74M340 50v120M400 34v136M460 31v139M520 42v128M580 62v108"
              opacity=".4"
            />
            <path d="M300 20v240M284 60h32M292 170h16" strokeWidth="4" />
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
          <LanguageMenu />
        </div>
        <Suspense fallback={<Splash />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
