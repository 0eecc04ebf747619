import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** Pages of a PDF as plain text, with gaps as single spaces. */
export async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(bytes.slice());
  const { text } = await extractText(document, { mergePages: false });
  return text.map((page) => page.replace(/[\s\u00a0\u202f]+/g, ' '));
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
/** Texts of a page that are neither tagged nor marked as decoration. */
export async function unmarkedTexts(page: Page): Promise<number> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray } = await page.getOperatorList();
  let [depth, bare] = [0, 0];
  for (const operation of fnArray) {
    if (operation === OPS.beginMarkedContent || operation === OPS.beginMarkedContentProps) depth += 1;
    else if (operation === OPS.endMarkedContent) depth -= 1;
    else if (operation === OPS.showText && depth === 0) bare += 1;
  }
  return bare;
}
