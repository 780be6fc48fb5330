import { expect, test } from 'vitest'
import { aFormWorld } from '../../../harness/returned/forms.ts'

test('links that were not used yet are counted up to 100,000, and beyond it the form says that there are more', async () => {
  const world = await aFormWorld()
  await world.submit({ email: 'first@example.com' })
  const add = (from: number, to: number) => world.sql`
    insert into sign_ups (organization_id, mailing_list_id, web_form_id, email, email_key, custom_fields, consent_version,
      language, given_ip, nonce, token_hash, expires_at)
    select organization_id, mailing_list_id, web_form_id, n || email, n || email_key, custom_fields, consent_version,
      language, given_ip, nonce, sha256(n::text::bytea), expires_at
    from sign_ups cross join generate_series(${from}::integer, ${to}::integer) n
    where email = 'first@example.com'`
  await add(2, 100_000)
  const exact = { pending: 100_000, pending_is_exact: true }
  expect((await world.form()).figures).toMatchObject(exact)
  await add(100_001, 100_001)
  expect((await world.form()).figures).toMatchObject({ ...exact, pending_is_exact: false })
})
