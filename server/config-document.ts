import { VARIABLES } from './config.ts';

/** docs/configuration.md, made from the table in config/variables.ts. */
export function configurationDocument(): string {
  const rows = Object.entries(VARIABLES).map(([name, spec]) => {
    const { shown, otherwise, may, doc } = spec as {
      shown?: string;
      otherwise: unknown;
      may: string;
      doc: string;
    };
    return `| \`${name}\` | ${shown ?? String(otherwise)} | ${doc} | ${may} |`;
  });
  return `# Configuration

Made from \`server/config/variables.ts\` by \`npm run docs:configuration\`; do not edit.

Everything is set by environment variables; all may be left out. A wrong value stops the start with one line that
names the variable, what it holds and what it may hold.

| variable | default | meaning | may hold |
|---|---|---|---|
${rows.join('\n')}
`;
}
