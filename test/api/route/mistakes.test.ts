import { expect, test } from 'vitest'
import { aWholeApi, furnish } from '../../harness/records/tenants.ts'
import { mistakes } from './mistakes.ts'

/** What callers do wrong first. Each answer says what to do, or names what is wrong and what would be right. */
test('a typical mistake is answered with what to do', { timeout: 120_000 }, async () => {
  const api = await aWholeApi()
  const own = await furnish(api, api.a, 'own')
  const answers: string[] = []
  const wrong: string[] = []
  for (const [name, request, says] of mistakes) {
    const [method = '', path = ''] = request.call.split(' ')
    const filled = path.replaceAll(/:(\w+)/g, (_, collection: string) => own[collection] ?? '1')
    const { status, text } = await api.send({
      method,
      url: request.isRaw === true ? filled : `/ga/api/v2/${filled}`,
      headers: request.headers ?? { authorization: `Basic ${api.a.credential}` },
      ...(request.body === undefined
        ? {}
        : { payload: typeof request.body === 'string' ? request.body : JSON.stringify(request.body) }),
      isHostile: true,
    })
    const { error_message: message, warnings = [] } = JSON.parse(text)
    const said = `${status} ${[message ?? 'accepted', ...warnings].join(' | ')}`
    answers.push(`${name}: ${said}`)
    if (!said.includes(says) || /\bhash\b/.test(said) || status >= 500) wrong.push(`${name}: ${said}`)
  }
  if (process.env['SHOW_ANSWERS'] !== undefined) console.log(answers.join('\n'))
  expect(wrong).toEqual([])
  expect(mistakes.length).toBeGreaterThanOrEqual(100)
})
