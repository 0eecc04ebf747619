/** A statement about a vulnerability of a package: written by hand in docs/vex.json. */
export interface Statement {
  /** Id of the advisory: CVE-…, GHSA-…. */
  readonly id: string;
  readonly source: string;
  /** Name of the package in npm, and the version the statement was made for. */
  readonly package: string;
  readonly version: string;
  readonly state: 'exploitable' | 'in_triage' | 'not_affected' | 'resolved';
  /** Why not affected, in CycloneDX's words; required for not_affected. */
  readonly justification?:
    | 'code_not_present'
    | 'code_not_reachable'
    | 'requires_configuration'
    | 'protected_at_runtime';
  readonly detail: string;
}
interface Bill {
  readonly serialNumber?: string;
  readonly version?: number;
  readonly specVersion?: string;
  readonly components: readonly { readonly 'bom-ref'?: string; readonly purl: string }[];
}

/**
 * A CycloneDX VEX of the packages of a bill. Throws when a statement is about a package that the bill no
 * longer contains, or dismisses a vulnerability without a reason: readers would trust such a file.
 */
export function vexOf(bill: Bill, statements: readonly Statement[], now: Date): object {
  const vulnerabilities = statements.map((one) => {
    const purl = `pkg:npm/${one.package.replace(/^@/, '%40')}@${one.version}`;
    const component = bill.components.find((held) => held.purl === purl);
    if (component === undefined)
      throw new Error(
        `docs/vex.json: ${one.id} is about ${one.package} ${one.version}, which is not in the bill`,
      );
    if (one.state === 'not_affected' && one.justification === undefined)
      throw new Error(`docs/vex.json: ${one.id} says not_affected without a justification`);
    return {
      id: one.id,
      source: { url: one.source },
      analysis: { state: one.state, justification: one.justification, detail: one.detail },
      affects: [{ ref: component['bom-ref'] ?? component.purl }],
    };
  });
  return {
    bomFormat: 'CycloneDX',
    specVersion: bill.specVersion ?? '1.5',
    version: 1,
    metadata: { timestamp: now.toISOString() },
    externalReferences: bill.serialNumber === undefined ? [] : [{ type: 'bom', url: bill.serialNumber }],
    vulnerabilities,
  };
}
