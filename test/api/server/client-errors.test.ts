import { PassThrough, type Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { answerClientError } from '../../../src/http/server/client-error.ts'

const wrong = (code: string) => Object.assign(new Error('Parse Error'), { code })

async function sentOn(socket: PassThrough): Promise<string> {
  return (await socket.toArray()).join('')
}

test('bytes that are no request are answered, and the connection ends', async () => {
  for (const [code, line] of [
    ['HPE_INVALID_METHOD', '400 Bad Request'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ] as const) {
    const socket = new PassThrough()
    answerClientError(wrong(code), socket)
    const [head = '', body = ''] = (await sentOn(socket)).split('\r\n\r\n')
    expect(head.startsWith(`HTTP/1.1 ${line}\r\n`), head).toBe(true)
    expect(head).toContain('\r\nConnection: close')
    expect(head).toContain(`\r\nContent-Length: ${body.length}\r\n`)
    expect(JSON.parse(body)).toMatchObject({ success: false, error_code: 'invalid_request' })
  }
})

test('a connection that nobody reads any more is closed without an answer', () => {
  const reset: Duplex = new PassThrough()
  answerClientError(wrong('ECONNRESET'), reset)
  expect([reset.destroyed, reset.writableLength]).toEqual([true, 0])
  const ended: Duplex = new PassThrough().end()
  answerClientError(wrong('HPE_INVALID_METHOD'), ended)
  expect(ended.destroyed).toBe(true)
})
