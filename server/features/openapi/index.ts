import { readFileSync } from 'node:fs';
import { docsPage, docsScript, docsStyle, openApi } from '@aerowatch/contracts/api/docs';
import { isLanguage } from '@aerowatch/domain/languages';
import type { MakeModule } from '../../parts.ts';
import { basePathOf } from '../../platform/http/console/base-path.ts';
import { route, stream } from '../../platform/http/route.ts';
import type { Language } from '../../platform/viewer.ts';
import { openApiDocument } from './document.ts';
import { docsPage as page } from './page.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url));

/** The API's documentation: an OpenAPI document and a page to read and try it. */
export const openApiModule: MakeModule = ({ config }) => {
  const { version } = JSON.parse(read('../../../package.json').toString()) as { version: string };
  const base = basePathOf(config.publicUrl);
  let document: Record<string, unknown> | undefined;
  const pages = new Map<Language, Buffer>();
  const pageIn = (language: Language) => {
    const made = pages.get(language) ?? Buffer.from(page(language, config.title, version, base));
    pages.set(language, made);
    return made;
  };
  return {
    name: 'openapi',
    routes: [
      route(openApi, () => (document ??= openApiDocument(version, undefined, base))),
      route(docsPage, ({ language, request }) => {
        const requested = new URLSearchParams(request.url.split('?')[1]).get('lang');
        return stream(pageIn(isLanguage(requested) ? requested : language), {
          type: 'text/html; charset=utf-8',
        });
      }),
      route(docsScript, () => stream(read('page/docs.js'), { type: 'text/javascript; charset=utf-8' })),
      route(docsStyle, () => stream(read('page/docs.css'), { type: 'text/css; charset=utf-8' })),
    ],
  };
};
