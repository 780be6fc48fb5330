import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { membersCsv, startUrlSource, type UrlSource } from '../../../test/harness/fakes/url-source.ts'
import { fetchFailure, fetchText } from '../../../test/harness/fakes/fetch-text.ts'
import type { DownloadOptions } from './fetch.ts'

let source: UrlSource

beforeEach(async () => {
  source = await startUrlSource()
})

afterEach(async () => {
  // Every test proves by this that the download left no connection behind: it would wait here for ever.
  await source.quiet()
  await source.close()
})

const failureOf = (path: string, options?: Partial<DownloadOptions>) =>
  fetchFailure(source.url(path), options)

describe('a file above the limit', () => {
  test('that says so is refused before its body', async () => {
    const failure = await failureOf('/announced?bytes=200000001')
    expect(failure).toMatchObject({ retry: false, message: expect.stringContaining('larger than 200 MB') })
  })

  test('that never ends is cut off there', async () => {
    const { result, text } = await fetchText(source.url('/endless'), { limitBytes: 1_000_000 })
    expect(result).toMatchObject({
      ok: false,
      retry: false,
      message: expect.stringContaining('larger than 1 MB'),
    })
    expect(text.length).toBeLessThanOrEqual(1_000_000)
  })

  test('of any size takes no more memory than a small one', async () => {
    let peakGapBytes = 0
    let readBytes = 0
    let writing = 0
    let peakWriting = 0
    const write = async (piece: Buffer) => {
      writing += 1
      peakWriting = Math.max(peakWriting, writing)
      // A disk that is slower than the network.
      await new Promise((resolve) => setImmediate(resolve))
      readBytes += piece.length
      writing -= 1
      peakGapBytes = Math.max(peakGapBytes, source.sentBytes() - readBytes)
    }
    const { result } = await fetchText(source.url('/sized?bytes=200000000'), { write })
    expect(result).toEqual({ ok: true, sizeBytes: 200_000_000 })
    expect(peakWriting).toBe(1)
    // What neither side has: in the sockets and in our hands.
    expect(peakGapBytes).toBeLessThan(32_000_000)
  })
})

describe('a server that is slow', () => {
  const quick = { connectTimeoutMs: 5_000, idleTimeoutMs: 100, timeoutMs: 5_000 }

  test.each(['/silence', '/stall', '/slow-headers?ms=5', '/informs?ms=5'])(
    'or silent is left after the time for silence, and asked again: %s',
    async (path) => {
      const failure = await failureOf(path, quick)
      expect(failure.retry).toBe(true)
      expect(failure.message).toMatch(/ sent nothing for 0\.1 seconds; check the url and the server\.$/)
    },
  )

  test('or sends a status without end is left for what it sends', async () => {
    const failure = await failureOf('/long-status', quick)
    expect(failure.message).toContain('sent more than 1 MB besides what was asked for')
  })

  test('is left after the time for the whole attempt, and not asked again', async () => {
    const failure = await failureOf('/trickle?ms=5', { timeoutMs: 300 })
    const message = 'The file had not arrived after 0.3 seconds, the most that a url import may take.'
    expect(failure).toEqual({ ok: false, retry: false, message })
  })

  test('is not blamed for the time that our own disk takes', async () => {
    const write = () => new Promise<void>((resolve) => setTimeout(resolve, 1_500))
    expect((await fetchText(source.url('/members.csv'), { idleTimeoutMs: 1_000, write })).result.ok).toBe(
      true,
    )
  })

  test('spells the limits as people do', async () => {
    const late = { timeoutMs: 15 * 60_000, idleTimeoutMs: 1000 }
    expect((await failureOf('/silence', late)).message).toContain('for 1 second;')
  })
})

describe('a connection that breaks', () => {
  test.each(['/short', '/short-chunks', '/reset', '/reset-chunks', '/hang-up'])(
    'before the whole file came is a failure that is tried again: %s',
    async (path) => {
      const failure = await failureOf(path)
      expect(failure.retry).toBe(true)
      expect(failure.message).toContain(' broke before the whole file had arrived')
    },
  )

  test('does not pass for the end of a file without a length', async () => {
    const write = async () => source.resetConnections()
    expect(await failureOf('/unframed-open', { write })).toMatchObject({ retry: true })
  })

  test('after the last byte of a file with a length is nothing to worry about', async () => {
    const write = async () => {
      source.resetConnections()
      await source.quiet()
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await fetchText(source.url('/sized?bytes=100'), { write })).result).toEqual({
      ok: true,
      sizeBytes: 100,
    })
  })

  test.each(['/garbage', '/two-lengths', '/header-flood', '/one-long-header', '/trailer-flood', '/upgrade'])(
    'because the server misbehaves is a failure that is tried again: %s',
    async (path) => {
      expect(await failureOf(path)).toMatchObject({ retry: true })
    },
  )

  test('because it is no web server is named as that', async () => {
    expect((await failureOf('/garbage')).message).toMatch(/ does not answer in HTTP\/1\.1; check the url\.$/)
  })

  test('after more headers than fit into memory is named as that', async () => {
    expect((await failureOf('/header-flood')).message).toMatch(
      / sent more than 16 KB of headers; check it\.$/,
    )
  })

  test('takes the announced length of a longer answer and no byte more', async () => {
    expect((await fetchText(source.url('/long'))).text).toBe(membersCsv.slice(0, 10))
  })
})

describe('a server that cannot be reached', () => {
  test('because nothing listens is tried again', async () => {
    const gone = await startUrlSource()
    await gone.close()
    const { result } = await fetchText(gone.url('/'))
    expect(result).toMatchObject({
      retry: true,
      message: expect.stringContaining('(ECONNREFUSED); check the url'),
    })
  })

  test.each([
    ['has no address', async () => []],
    ['is unknown', () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))],
  ])('because its name %s is tried again', async (_why, lookup) => {
    const { result } = await fetchText('http://example.com/', { lookup })
    expect(result).toMatchObject({
      retry: true,
      message: expect.stringMatching(/^No server named example\.com could be found/),
    })
  })

  test.each(['/informs-flood', '/extension-flood', '/frames-flood'])(
    'because it sends what is no body without end is left at once: %s',
    async (path) => {
      const failure = await failureOf(path, { idleTimeoutMs: 3_000, limitBytes: 100_000 })
      expect(failure).toMatchObject({
        retry: true,
        message: expect.stringMatching(
          /^The server at 127\.0\.0\.1:\d+ sent more than 1 MB besides what was asked for/,
        ),
      })
    },
  )

  test('because its name is not answered for is left after the time for connecting', async () => {
    const lookup = () => new Promise<string[]>(() => {})
    const { result } = await fetchText('http://example.com/', { lookup, connectTimeoutMs: 50 })
    expect(result).toMatchObject({ retry: true, message: expect.stringContaining('within 0.05 seconds') })
  })

  test('because it does not begin TLS is left after the time for connecting', async () => {
    const { result } = await withSilentServer((port) =>
      fetchText(`https://127.0.0.1:${port}/`, { connectTimeoutMs: 100 }),
    )
    expect(result).toMatchObject({ retry: true, message: expect.stringContaining('within 0.1 seconds') })
  })

  test('because it speaks no TLS is named as that', async () => {
    const { result } = await fetchText(source.url('/').replace('http:', 'https:'))
    expect(result).toMatchObject({ retry: true, message: expect.stringMatching(/^No secure connection to /) })
  })
})

/** A server that accepts and says nothing; resolves when the download has closed its connection. */
async function withSilentServer<T>(use: (port: number) => Promise<T>): Promise<T> {
  const closed: Promise<unknown>[] = []
  const server: Server = createServer((socket) => {
    socket.on('error', () => {}).resume()
    closed.push(new Promise((resolve) => socket.once('close', resolve)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const outcome = await use(address.port)
  await Promise.all(closed)
  await new Promise((resolve) => server.close(resolve))
  return outcome
}
