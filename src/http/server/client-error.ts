import type { Duplex } from 'node:stream'
import { fail } from '../../contract/api/envelope.ts'
import { hasAnswer } from './unread-bodies.ts'

const answers: Partial<Record<string, { line: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    message: 'the request headers are too large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    line: '413 Payload Too Large',
    message: 'the chunk extensions are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', message: 'the request did not arrive in time' },
}

/** Answers invalid bytes with an envelope if the socket is still writable, then closes it. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswer(socket)) {
    socket.destroy()
    return
  }
  const { line, message } = answers[error.code ?? ''] ?? {
    line: '400 Bad Request',
    message: 'the request is not valid HTTP',
  }
  const body = JSON.stringify(fail('invalid_request', message))
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
