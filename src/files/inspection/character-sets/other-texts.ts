/** Both patterns take time in proportion to the text: strangers write it. */
type Text = { begins: RegExp; has?: RegExp; what: string }

/** Texts that are no tables, by how they begin. Their lines could be read as rows of one cell. */
const others: readonly Text[] = [
  {
    begins: /^<\?xml/i,
    has: /<\?mso-application|<(?:\w{1,20}:)?workbook\b/i,
    what: 'is an XML spreadsheet of Excel 2003. Open it in Excel, and save it as .xlsx or as CSV.',
  },
  {
    begins: /^(?:<\?xml[^>]{0,200}>\s{0,20})?(?:<!doctype html|<(?:html|head|meta|body|table|style)\b)/i,
    what: 'is a web page, whatever its name is. If it shows the list, open it in Excel and save it as .xlsx or as CSV; if it was downloaded, the link may need a log-in.',
  },
  { begins: /^<\?xml|^<[a-z]+:document\b/i, what: 'is an XML document. Export the list as CSV.' },
  {
    begins: /^mime-version:[^\n]*\n(?:[\w-]+:|[ \t])|^(?:received|return-path|delivered-to): [^\n]*\n(?:[\w-]+:|[ \t])|^from \S+@\S+ [^\n]*\d{4}\r?\n/i,
    what: 'is an e-mail or a web page in the form of one (.mht). Export the list as CSV.',
  },
  { begins: /^\[?\s*\{\s*"/, what: 'is JSON. Export the list as CSV.' },
  {
    begins: /^begin:v(?:card|calendar)\b/i,
    what: 'has the form of an address book or a calendar (vCard). Export the contacts as CSV.',
  },
  { begins: /^(?:version: 1\r?\n\s*)?dn:{1,2} /i, what: 'is an LDIF file. Export the list as CSV.' },
  { begins: /^id;p[^\n]*\n[bcfop];/i, what: 'is a SYLK file (.slk). Save it as CSV.' },
  { begins: /^table\r?\n0,1\r?\n/i, what: 'is a DIF file. Save it as CSV.' },
  {
    begins: /^(?:--|#|\/\*|insert|create|drop|set\b)/i,
    has: /^(?:insert\s{1,9}into|create\s{1,9}table|drop\s{1,9}table)\s{1,9}[`"\w]/im,
    what: 'is a dump of a database in SQL. Export the table as CSV.',
  },
  { begins: /^(?:---\s*\n)?- \w+: [^\n]*\n {2}\w+: /, what: 'is YAML. Export the list as CSV.' },
  { begins: /^-----BEGIN [A-Z]/, what: 'is encrypted or signed. Upload the file that is inside.' },
] // oxfmt-ignore

const charactersRead = 2000
/** They switch the letters of ISO-2022-JP, which is ASCII for any other reader. */
const switches = [Buffer.from('\x1b$B', 'latin1'), Buffer.from('\x1b$@', 'latin1')]

/** @returns a sentence about a text that is no table, to follow its name. */
export function otherTextProblem(head: Buffer): string | null {
  if (switches.some((bytes) => head.includes(bytes))) return 'is in ISO-2022-JP. Save it in UTF-8.'
  const begin = head
    .subarray(0, charactersRead)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  return others.find(({ begins, has }) => begins.test(begin) && (has?.test(begin) ?? true))?.what ?? null
}
