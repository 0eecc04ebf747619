import { VARIABLES } from '../config.ts';

/** docs/configuration.md, made from the table in config/variables.ts. */
export function configurationDocument(): string {
  const rows = Object.entries(VARIABLES).map(([name, spec]) => {
    const { shown, otherwise, may, doc, secret } = spec as {
      shown?: string;
      otherwise: unknown;
      may: string;
      doc: string;
      secret?: boolean;
    };
    const words = secret === true ? `${doc} (secret)` : doc;
    return `| \`${name}\` | ${shown ?? String(otherwise)} | ${words} | ${may} |`;
  });
  return `# Configuration

Made from \`server/config/variables.ts\` by \`npm run docs:configuration\`; do not edit.

Everything is set by environment variables; all may be left out. A wrong value stops the start with one line that
names the variable, what it holds and what it may hold. A secret may come from a file instead: \`NAME_FILE\` holds its path,
as the agent of a vault, Docker, Kubernetes or \`LoadCredential\` of systemd give it.

| variable | default | meaning | may hold |
|---|---|---|---|
${rows.join('\n')}
`;
}
