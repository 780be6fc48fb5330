import { expect, test } from 'vitest'
import { aLogInServer } from '../../harness/records/log-in.ts'

type Refusal = { error_message: string; errors?: { path: string; problem: string }[] }

test('a refusal names the fields that it is about, as they are in the body, so that a form can mark them', async () => {
  const api = await aLogInServer()
  const refusal = async (body: object, as = api.a) =>
    (await api.call('POST', 'users', { user: body }, as)).body as unknown as Refusal
  const two = await refusal({ full_name: ' ', email: 'bo@example.com', active: true, role: 'boss' })
  expect(two.errors).toEqual([
    { path: 'full_name', problem: 'cannot be blank', code: 'blank', parameters: {} },
    {
      path: 'role',
      problem: expect.stringMatching(/^must be one of/),
      code: 'no_choice',
      parameters: { values: expect.stringContaining('standard') },
    },
  ])
  expect(two.error_message).toBe(two.errors?.map(({ path, problem }) => `${path} ${problem}`).join(', '))
  const nested = await refusal({ full_name: 'Bo', email: 'bo@example.com', active: true, role: 'standard', permissions: { subscriber: ['fly'] } }) // oxfmt-ignore
  expect(nested.errors).toMatchObject([{ path: 'permissions.subscriber.0', problem: expect.any(String) }])
  // What only the database knows.
  const bo = { full_name: 'Bo', email: 'bo@example.com', active: true, role: 'standard' }
  await refusal(bo)
  const taken = await refusal(bo)
  expect(taken.errors).toEqual([
    { path: 'email', problem: 'has already been taken', code: 'taken', parameters: {} },
  ])
  // Other refusals are about no field.
  const { body } = await api.call('DELETE', 'users/999')
  expect(body).not.toHaveProperty('errors')
})
