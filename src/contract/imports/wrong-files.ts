/** What files are that are no lists, by their first bytes and never by their name: for the server, and for a browser before it sends them. */

type Mark = { at?: number; bytes: string; what: string }

/** Archives, and documents that say what to do behind a semicolon. */
const marks: readonly Mark[] = [
  {
    bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    what: 'an old Excel file (.xls) or a workbook with a password; save it as .xlsx without a password, or as CSV',
  },
  { bytes: '7z\xbc\xaf\x27\x1c', what: '7-Zip' },
  { bytes: 'Rar!\x1a\x07', what: 'RAR' },
  { bytes: '\xfd7zXZ\0', what: 'xz' },
  { bytes: 'BZh', what: 'bzip2' },
  { bytes: '\x28\xb5\x2f\xfd', what: 'Zstandard' },
  { at: 257, bytes: 'ustar', what: 'tar' },
  { bytes: '%PDF-', what: 'a PDF document; save the list as CSV or .xlsx' },
  { bytes: 'SQLite format 3\0', what: 'an SQLite database; export the list as CSV' },
]

/** @returns a sentence; null: it may be a list, packed or not. */
export function refusedByMark(head: Uint8Array): string | null {
  for (const { at = 0, bytes, what } of marks) {
    if (!hasBytes(head, bytes, at) || (bytes === 'BZh' && !isBzip2(head))) continue
    return what.includes(';')
      ? `The file is ${what}.`
      : `The file is a ${what} archive. Unpack it, or pack the list as gzip or as a zip with one file.`
  }
  return null
}

export function hasBytes(head: Uint8Array, bytes: string, at = 0): boolean {
  return latin1(head.subarray(at, at + bytes.length)) === bytes
}

/** A column of a list could be called BZh…: in an archive, the block size and the mark of a block follow. */
function isBzip2(head: Uint8Array): boolean {
  return hasBytes(head, '1AY&SY', 4) || hasBytes(head, '\x17rE8P\x90', 4)
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

const signatures: readonly (readonly [bytes: string, problem: string])[] = [
  ['PK\x03\x04', 'is a ZIP archive or a spreadsheet (XLSX). Save it as CSV.'],
  ['\x1f\x8b', 'is compressed (gzip). Unpack it first.'],
  ['\xd0\xcf\x11\xe0', 'is an old Excel file (XLS). Save it as CSV.'],
  ['%PDF', 'is a PDF document. Export the list as CSV.'],
  ['{\\rtf', 'is an RTF document. Save it as CSV.'],
  ['\x89PNG', 'is a picture. Export the list as CSV.'],
  ['\xff\xd8\xff', 'is a picture. Export the list as CSV.'],
  ['GIF87a', 'is a picture. Export the list as CSV.'],
  ['GIF89a', 'is a picture. Export the list as CSV.'],
  ['Rar!', 'is a RAR archive. Unpack it first.'],
  ['7z\xbc\xaf', 'is a 7z archive. Unpack it first.'],
  ['\xff\xfe\0\0', 'is in UTF-32. Save it in UTF-8.'],
  ['\0\0\xfe\xff', 'is in UTF-32. Save it in UTF-8.'],
]

/** @returns a sentence about a file that is no text, to follow its name. */
export function binaryProblem(head: Uint8Array): string | null {
  const found = signatures.find(([bytes]) => hasBytes(head, bytes))
  if (found !== undefined) return found[1]
  if (isUtf16(head)) return null
  if (isBigEndian(head)) return 'is in UTF-16 without the mark at its beginning. Save it in UTF-8.'
  if (head.includes(0)) return 'is not a text file: it contains NUL bytes. Export it as CSV.'
  return null
}

export function isUtf16(head: Uint8Array): boolean {
  return hasBytes(head, '\xff\xfe') || hasBytes(head, '\xfe\xff') || isLittleEndian(head)
}

/** Latin letters in UTF-16 without a mark: nearly every second byte is 0, and no other. */
export function isLittleEndian(head: Uint8Array): boolean {
  const pairs = Math.min(head.length >> 1, 2000)
  let zeros = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    if (head[2 * pair] === 0) return false
    if (head[2 * pair + 1] === 0) zeros += 1
  }
  return pairs >= 2 && zeros > 0.7 * pairs
}

function isBigEndian(head: Uint8Array): boolean {
  return head.length > 1 && isLittleEndian(head.subarray(1))
}

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

/** @returns a sentence about a text that is no table, to follow its name. */
export function otherTextProblem(head: Uint8Array): string | null {
  const begin = new TextDecoder()
    .decode(head.subarray(0, charactersRead))
    .replace(/^\ufeff/, '')
    .trimStart()
  return others.find(({ begins, has }) => begins.test(begin) && (has?.test(begin) ?? true))?.what ?? null
}

/**
 * For a browser, which cannot look into archives.
 * @param head the first kilobytes of the file
 * @returns a sentence; null: the server has to look.
 */
export function wrongFile(name: string, head: Uint8Array): string | null {
  if (head.length === 0) return `${name} is empty.`
  const refused = refusedByMark(head)
  if (refused !== null) return refused
  // A workbook, or a list that is packed.
  if (hasBytes(head, 'PK') || hasBytes(head, '\x1f\x8b')) return null
  const problem = binaryProblem(head) ?? otherTextProblem(head)
  return problem === null ? null : `${name} ${problem}`
}
