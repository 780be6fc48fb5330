import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { membersCsv, startUrlSource, type UrlSource } from '../../../test/harness/fakes/url-source.ts'
import { fetchFailure, fetchText } from '../../../test/harness/fakes/fetch-text.ts'
import type { DownloadOptions, DownloadResult } from './fetch.ts'
import { retryDelaySeconds } from './retry.ts'

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

describe('a file that arrives whole', () => {
  test.each([
    ['with its length', '/sized?bytes=300000', 300_000],
    ['in chunks', '/chunked?bytes=300000', 300_000],
    ['ended by the end of the connection', '/unframed', membersCsv.length],
    ['empty', '/empty', 0],
  ])('is taken %s', async (_how, path, sizeBytes) => {
    const { result, text } = await fetchText(source.url(path))
    expect(result).toEqual({ ok: true, sizeBytes })
    expect(text).toHaveLength(sizeBytes)
  })

  test('is taken byte for byte', async () => {
    expect((await fetchText(source.url('/members.csv'))).text).toBe(membersCsv)
  })

  test('is taken at exactly the limit of size, and not one byte above it', async () => {
    const limitBytes = 100_000
    expect((await fetchText(source.url('/chunked?bytes=100000'), { limitBytes })).result.ok).toBe(true)
    expect(await failureOf('/chunked?bytes=100001', { limitBytes })).toMatchObject({ retry: false })
  })

  test('is asked for by name of the product, uncompressed, without cookies', async () => {
    await fetchText(source.url('/cookie'))
    const [first, second] = source.requests
    expect(first?.headers).toMatchObject({
      'accept-encoding': 'identity',
      'user-agent': expect.stringMatching(/^Quiver\/\d+\.\d+\.\d+$/),
    })
    expect(second?.headers).not.toHaveProperty('cookie')
    expect(second?.headers).not.toHaveProperty('referer')
  })

  test('is asked for at its server, whatever proxy the environment names', async () => {
    process.env['http_proxy'] = process.env['HTTP_PROXY'] = 'http://127.0.0.1:9/'
    try {
      expect((await fetchText(source.url('/members.csv'))).result.ok).toBe(true)
    } finally {
      delete process.env['http_proxy']
      delete process.env['HTTP_PROXY']
    }
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('are followed on %i, to a relative address too', async (code) => {
    const { text } = await fetchText(source.url(`/to?url=members.csv&code=${code}`))
    expect(text).toBe(membersCsv)
  })

  test('are followed three times', async () => {
    expect((await fetchText(source.url('/redirects?times=3'))).text).toBe(membersCsv)
    expect(source.requests).toHaveLength(4)
  })

  test.each(['/redirects?times=4', '/loop'])('are not followed a fourth time: %s', async (path) => {
    const message = 'The url redirects more than 3 times; use the address that they lead to.'
    expect(await failureOf(path)).toEqual({ ok: false, retry: false, message })
    expect(source.requests).toHaveLength(4)
  })

  test.each([
    ['a file of the server', 'file:///etc/passwd'],
    ['another scheme', 'gopher://127.0.0.1:25/'],
    ['credentials', 'http://user:secret@127.0.0.1/'],
    ['nothing at all', 'http://'],
  ])('to %s are refused for good', async (_what, url) => {
    const { retry, message } = await failureOf(`/to?url=${encodeURIComponent(url)}`)
    expect(retry).toBe(false)
    expect(message).toMatch(/^The address that 127\.0\.0\.1:\d+ redirects to /)
    expect(source.requests).toHaveLength(1)
  })

  test('without an address are refused for good', async () => {
    expect(await failureOf('/nowhere')).toMatchObject({
      retry: false,
      message: expect.stringContaining('302 Found'),
    })
  })
})

describe('an answer that is not the file', () => {
  test.each([
    [204, false],
    [205, false],
    [206, false],
    [304, false],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [410, false],
    [425, false],
    [451, false],
    [202, true],
    [408, true],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
    [504, true],
  ])('of status %i has retry %s', async (code, retry) => {
    const failure = await failureOf(`/status?code=${code}`)
    expect(failure.retry).toBe(retry)
    expect(failure.message).toContain(` answered ${code} `)
  })

  test('is explained to the owner of the import', async () => {
    const { message } = await failureOf('/status?code=404')
    expect(message).toMatch(/^The server at 127\.0\.0\.1:\d+ answered 404 Not Found; check the url\.$/)
  })

  test.each(['/bomb', '/transfer-bomb'])(
    'because it is compressed is refused for good, unread: %s',
    async (path) => {
      const { result, text } = await fetchText(source.url(path))
      expect(result).toMatchObject({
        ok: false,
        retry: false,
        message: expect.stringContaining('compressed'),
      })
      expect(text).toBe('')
    },
  )
})

describe('a stop', () => {
  const reason = new Error('paused')

  test('before the download begins asks nobody', async () => {
    await expect(fetchText(source.url('/members.csv'), { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    )
    expect(source.requests).toHaveLength(0)
  })

  test('in the middle of the body is no failed attempt: the download rejects with its reason', async () => {
    const stop = new AbortController()
    const write = async () => stop.abort(reason)
    await expect(fetchText(source.url('/endless'), { signal: stop.signal, write })).rejects.toBe(reason)
  })

  test('while the name is looked up waits for nobody', async () => {
    const stop = new AbortController()
    const lookup = () => {
      stop.abort(reason)
      return new Promise<string[]>(() => {})
    }
    await expect(fetchText('http://example.com/', { signal: stop.signal, lookup })).rejects.toBe(reason)
  })

  test('leaves no listener on its signal', async () => {
    const { signal } = new AbortController()
    let listeners = 0
    signal.addEventListener = () => void (listeners += 1)
    signal.removeEventListener = () => void (listeners -= 1)
    await fetchText(source.url('/members.csv'), { signal })
    expect(listeners).toBe(0)
  })
})

test('an error of the disk is nobody else’s: it passes through as it is', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  await expect(fetchText(source.url('/endless'), { write: () => Promise.reject(full) })).rejects.toBe(full)
})

test('the second attempt follows 10 seconds after the first failure, the third 50 seconds after the second', () => {
  expect([1, 2, 3, 4].map(retryDelaySeconds)).toEqual([10, 50, null, null])
})

test('a server in trouble is tried again until it is well', async () => {
  const results: DownloadResult['ok'][] = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    results.push((await fetchText(source.url('/failing?times=2'))).result.ok)
  }
  expect(results).toEqual([false, false, true])
})
