import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs } from '../ground.ts';
import { settle, visit } from '../visit.ts';

const NOBODY = 999_999;

/** One item of each kind that belongs to the other client. */
async function foreign(ground: Ground): Promise<Record<string, number>> {
  const { server, clients } = ground.stage;
  const { api } = server.admin;
  const made = async (path: string, body: unknown): Promise<number> => {
    const answer = await api.post<{ id: number }>(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  };
  const box = await made('/boxes/', {
    serial_number: 'FOREIGN-1',
    client: clients.other,
    aeros: [{ position: 1, model_type: 1 }],
  });
  const { body } = await api.get<{ aeros: { id: number }[] }>(`/boxes/${box}/`);
  const supervisor = await made('/supervisors/', {
    name: 'Of others',
    client: clients.other,
    aeros: body.aeros.map(({ id }) => id),
    conditions: [
      {
        metric: 'temperature',
        comparator: 'gt',
        value: 60,
        period: { value: 1, unit: 'hours' },
        actions: [{ type: 'email' }],
      },
    ],
  });
  const tag = await made('/tags/', {
    name: 'Of others',
    color: '#0b5a73',
    client: clients.other,
    boxes: [],
  });
  const user = (await server.createUser({ level: 'member', client: clients.other })).id;
  return { box, supervisor, tag, user };
}

async function saysTheSame(ground: Ground): Promise<void> {
  const others = await foreign(ground);
  const kinds: [path: (id: number) => string, foreign?: number][] = [
    [paths.box, others.box],
    [(id) => paths.box(id, { tab: 'configuration' }), others.box],
    [paths.boxEdit, others.box],
    [paths.alert],
    [paths.supervisorEdit, others.supervisor],
    [paths.userEdit, others.user],
    [paths.firmwareEdit],
    [paths.firmwareUpdate],
    [paths.tagEdit, others.tag],
    [paths.clientEdit],
  ];
  const wrong: string[] = [];
  for (const language of ['en', 'fr'] as const) {
    const says = { en: /not there|not found/i, fr: /introuvable|n’existe pas|n’est pas là/i }[language];
    const { context, page, problems } = await openAs(ground, 'privileged', { language });
    await page.goto(`${ground.stage.server.url}${paths.privacy()}`);
    for (const [pathOf, id] of language === 'en' ? kinds : kinds.slice(0, 1)) {
      const path = pathOf(NOBODY);
      const texts: string[] = [];
      for (const one of [NOBODY, ...(id === undefined ? [] : [id])]) {
        // The message would stay the same element between two addresses, so another screen is visited in
        // between.
        await visit(page, paths.privacy());
        await visit(page, pathOf(one));
        await settle(page);
        texts.push((await page.locator('main').innerText()).replace(/\b[0-9a-f-]{8,}\b/g, '#'));
        if (await page.getByRole('alert').getByRole('button').count()) wrong.push(`${path} offers to retry`);
      }
      if (new Set(texts).size > 1) wrong.push(`${path} tells them apart: ${[...new Set(texts)].join(' ≠ ')}`);
      if (!says.test(texts[0] ?? '')) wrong.push(`${language} ${path} says ${texts[0]}`);
    }
    wrong.push(...problems.filter((problem) => !/status of (404|400)/.test(problem)));
    await context.close();
  }
  expect(wrong).toEqual([]);
}

export function gone(ground: Ground): void {
  it('says the same for both, in either language, with a way back', () => saysTheSame(ground));
}
