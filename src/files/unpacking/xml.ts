import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { UnpackFault } from './limits.ts'

export type XmlHandlers = {
  /** Names without their prefix: some programs write `x:row`. Attributes keep theirs. */
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const depthMax = 64

/** Characters without an event: a longer text, name or attribute would fill the memory. */
const tokenMax = 1_048_576

/**
 * Parses a part of a workbook while it is read; yields after each piece, whose events have come. Entities beyond those of
 * XML itself do not exist.
 * @throws UnpackFault if the part is not well-formed or unreasonable.
 */
export async function* parseXml(
  part: string,
  pieces: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const fault = (problem: string, cause?: unknown) =>
    new UnpackFault(`The workbook is damaged: ${part} ${problem}. Save it again, or save the sheet as CSV.`, {
      cause,
    })
  let depth = 0
  let silent = 0
  parser.on('error', (error) => {
    throw fault('is not well-formed', error)
  })
  parser.on('doctype', () => {
    throw fault('has a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0
    depth += 1
    if (depth > depthMax) throw fault(`has more than ${depthMax} levels`)
    handlers.open?.(localName(name), attributes)
  })
  parser.on('text', (text) => {
    silent = 0
    handlers.text?.(text)
  })
  parser.on('cdata', (text) => {
    silent = 0
    handlers.text?.(text)
  })
  parser.on('closetag', ({ name }) => {
    silent = 0
    depth -= 1
    handlers.close?.(localName(name))
  })
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const piece of pieces) {
    decoder ??= decoderOf(piece)
    const text = decode(decoder, piece, fault)
    silent += text.length
    parser.write(text)
    if (silent > tokenMax) throw fault(`has a value of more than ${tokenMax} characters`)
    yield
  }
  parser.close()
  yield
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  piece: Buffer,
  fault: (problem: string, cause: unknown) => Error,
): string {
  try {
    return decoder.decode(piece, { stream: true })
  } catch (error) {
    throw fault('is not valid UTF-8', error)
  }
}

/** XML without a byte-order mark is in UTF-8 here: no program writes workbooks in another encoding. */
function decoderOf(head: Buffer): InstanceType<typeof TextDecoder> {
  const [first, second] = head
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
