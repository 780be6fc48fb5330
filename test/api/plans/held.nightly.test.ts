import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { alwaysApproved, approvalKinds } from '../../../src/contract/plans/rules.ts'
import { requestExamples } from '../../../src/http/openapi/examples.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { aWholeApi, furnish } from '../../harness/records/tenants.ts'

/** Where the example of the document is about what is not there. */
const bodies: Record<string, object> = {
  eraseSubscriber: { email: 'nobody@example.com', despite_unfinished_imports: true },
  createLogInProvider: { name: 'Other', issuer: 'https://other.example', client_id: 'quiver' },
  updateLogInProvider: { name: 'Other' },
  updateApprovalRules: { approval_rules: [] },
}

test(
  'what always needs an approval is carried out by no administrator alone',
  { timeout: 60_000 },
  async () => {
    const api = await aWholeApi()
    const own: Record<string, string | number> = {
      ...(await furnish(api, api.a, 'held')),
      suppressions: 'held@example.com',
    }
    const { organizationId } = api.a
    const [one, other] = [
      await aSession(api, organizationId, { role: 'organization_admin' }),
      await aSession(api, organizationId, { role: 'organization_admin' }),
    ]
    const rules = approvalKinds.map((kind) => ({ kind, approver_user_ids: [one.userId, other.userId] }))
    await api.request('PUT', 'approval_rules', api.a, { approval_rules: rules })
    const answers: Record<string, number | string> = {}
    for (const id of Object.keys(alwaysApproved)) {
      const { method, path, wrapper } = endpoints.find((endpoint) => endpoint.id === id) ?? {}
      const segments = (path ?? '').split('/')
      const filled = segments.map((segment, at) =>
        segment.startsWith(':') ? (own[segments[at - 1] ?? ''] ?? '1') : segment,
      )
      const example = bodies[id] ?? requestExamples[id] ?? {}
      const body = wrapper === undefined ? example : { [wrapper]: example }
      const reply = await api.send({
        method: method ?? '',
        url: `/ga/api/v2/${filled.join('/')}`,
        headers: one.headers,
        ...(method === 'DELETE' ? {} : { payload: JSON.stringify(body) }),
      })
      answers[id] = reply.status === 409 && reply.text.includes('second person') ? 409 : reply.text
    }
    expect(answers).toEqual(Object.fromEntries(Object.keys(alwaysApproved).map((id) => [id, 409])))
    const left =
      await api.sql`select count(*) from log_in_providers where organization_id = ${organizationId}`
    expect(left).toEqual([{ count: 1 }])
  },
)
