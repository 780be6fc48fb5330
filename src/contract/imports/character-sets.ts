import { z } from 'zod'

/** What files are written in. ISO-8859-1 is read as windows-1252, which has € and “ where ISO-8859-1 has control characters. */
export const characterSetNames = [
  'UTF-8',
  'UTF-16',
  'ISO-8859-1',
  'windows-1252',
  'ISO-8859-2',
  'ISO-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'macintosh',
  'IBM850',
  'IBM852',
  'IBM866',
  'KOI8-R',
  'KOI8-U',
  'Shift_JIS',
  'EUC-JP',
  'GBK',
  'GB18030',
  'Big5',
  'EUC-KR',
] as const

export type CharacterSetName = (typeof characterSetNames)[number]

/** @returns the name as it is listed, whatever its case; null for one that is not. */
export function characterSetNamed(name: string): CharacterSetName | null {
  return characterSetNames.find((known) => known.toLowerCase() === name.toLowerCase()) ?? null
}

export const characterSet = z
  .string()
  .refine((value) => characterSetNamed(value) !== null, `must be one of ${characterSetNames.join(', ')}`)

/** Whether the engine reads the bytes of such a file as they are. The text of all others is converted to UTF-8 before. */
export function isReadAsItIs(name: string): boolean {
  return /^(utf-8|iso-8859-1|windows-1252)$/i.test(name)
}
