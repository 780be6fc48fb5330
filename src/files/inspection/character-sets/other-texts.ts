import { otherTextProblem as otherTextIn } from '../../../contract/imports/wrong-files.ts'

/** They switch the letters of ISO-2022-JP, which is ASCII for any other reader. */
const switches = [Buffer.from('\x1b$B', 'latin1'), Buffer.from('\x1b$@', 'latin1')]

/** @returns a sentence about a text that is no table, to follow its name. */
export function otherTextProblem(head: Buffer): string | null {
  if (switches.some((bytes) => head.includes(bytes))) return 'is in ISO-2022-JP. Save it in UTF-8.'
  return otherTextIn(head)
}
