import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { LANGUAGE_KEYS, LANGUAGES } from '@aerowatch/domain/languages';
import { SERVED } from '@aerowatch/i18n/languages';
import type { Language } from '../../platform/viewer.ts';
import { exampleOf } from './example.ts';
import { type Html, html, raw } from './html.ts';
import { type Json, schemaOf } from './schemas.ts';

type Api = (typeof SERVED)[Language]['api'];
type Words = { readonly [K in keyof Api]: Api[K] extends string ? string : Readonly<Record<string, string>> };

/** The whole API as one page, readable without its script; the script sends the forms. */
export function docsPage(language: Language, title: string, version: string, base: string): string {
  const words: Words = SERVED[language].api;
  const tags = [...new Set(ENDPOINTS.map((endpoint) => endpoint.tag))];
  const others = LANGUAGE_KEYS.filter((one) => one !== language);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${words.title}</title>
<link rel="stylesheet" href="${base}/api/docs/docs.css">
<script src="${base}/api/docs/docs.js" defer></script>
</head>
<body data-failed="${words.failed}" data-sending="${words.sending}" data-stream="${words.stream}" data-base="${base}">
<header>
<h1>${title} – ${words.title} <small>${version}</small></h1>
<p>${raw(others.map((one) => html`<a href="?lang=${one}" lang="${one}" hreflang="${one}">${LANGUAGES[one].name}</a>`).join(' · '))} · <a href="${base}/api/openapi.json">${words.document}</a></p>
<p class="intro">${words.intro}</p>
<p><label>${words.token} <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint"></label> <small id="token-hint">${words.token_hint}</small></p>
</header>
<nav aria-label="${words.calls}">${raw(tags.map((tag) => html`<a href="#${slug(tag)}">${words.tags[tag] ?? tag}</a>`).join(' '))}</nav>
<main>
${raw(tags.map((tag) => section(tag, words, language)).join('\n'))}
</main>
</body>
</html>`.text;
}

const slug = (tag: string) => `tag-${tag.toLowerCase().replace(/\W+/g, '-')}`;

function section(tag: string, words: Words, language: Language): Html {
  const calls = ENDPOINTS.filter((endpoint) => endpoint.tag === tag).map((endpoint) =>
    operation(endpoint, words, language),
  );
  return html`<section aria-labelledby="${slug(tag)}"><h2 id="${slug(tag)}">${words.tags[tag] ?? tag}</h2>
${raw(calls.join('\n'))}</section>`;
}

function operation(endpoint: AnyEndpoint, words: Words, language: Language): Html {
  const { method, path, name } = endpoint;
  const summary = SERVED[language].apiSummaries[name] ?? endpoint.summary;
  const level = [
    words.levels[endpoint.level],
    ...(endpoint.ownRecord ? [words.own] : []),
    ...(endpoint.apiKey === false ? [] : [`${words.keys} (${endpoint.apiKey})`]),
  ].join(' · ');
  return html`<details id="${name}"><summary><b class="method ${method.toLowerCase()}">${method}</b> <code>/api${path}</code> <span>${summary}</span></summary>
<p>${words.level}: ${level}</p>
<form data-method="${method}" data-path="/api${path}">
${parameters(endpoint, words)}${body(endpoint, words)}
<p><button>${words.send}</button></p>
<output></output>
</form>
<h3>${words.answers}</h3>
${answers(endpoint, words)}
</details>`;
}

function parameters(endpoint: AnyEndpoint, words: Words): Html {
  const { properties = {}, required = [] } = (
    endpoint.query === undefined ? {} : schemaOf(endpoint.query, 'input')
  ) as { properties?: Record<string, Json>; required?: string[] };
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    place: 'path',
    must: true,
    schema: {} as Json,
  }));
  const all = [
    ...names,
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      place: 'query',
      must: required.includes(name),
      schema,
    })),
  ];
  if (all.length === 0) return html``;
  const rows = all.map(
    ({
      name,
      place,
      must,
      schema,
    }) => html`<label><code>${name}</code>${must ? html` <em>${words.required}</em>` : ''}
<input name="${name}" data-in="${place}" ${must ? raw('required') : ''} placeholder="${hint(schema)}"></label>`,
  );
  return html`<fieldset><legend>${words.parameters}</legend><div class="fields">${raw(rows.join('\n'))}</div></fieldset>`;
}

function hint(schema: Json): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  return 'default' in schema ? String(schema.default) : '';
}

function body(endpoint: AnyEndpoint, words: Words): Html {
  const file =
    endpoint.upload === undefined
      ? html``
      : html`<label>${words.file} <code>${endpoint.upload.field}</code> <input type="file" name="${endpoint.upload.field}"></label>`;
  if (endpoint.body === undefined) return file;
  const schema = schemaOf(endpoint.body, 'input');
  const example = JSON.stringify(exampleOf(schema), null, 2);
  return html`${file}<label>${words.body}
<textarea name="body" rows="${Math.min(16, example.split('\n').length + 1)}" spellcheck="false">${example}</textarea></label>
<details><summary>${words.schema}</summary><pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre></details>`;
}

function answers(endpoint: AnyEndpoint, words: Words): Html {
  const others = [...(endpoint.errors ?? [])].join(', ');
  const schema =
    endpoint.response === undefined
      ? html``
      : html`<details><summary>${words.schema}</summary><pre tabindex="0">${JSON.stringify(schemaOf(endpoint.response, 'output'), null, 2)}</pre></details>`;
  return html`<p><b>${endpoint.status}</b>${others === '' ? '' : ` · ${others}`}</p>${schema}`;
}
