import { test } from 'vitest'
import { createClient } from '../../../../src/client/api.ts'
import { createStep } from '../../../../src/contract/autoresponders/sequence-steps.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aField, aList, anAutoresponder } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'

/** What the server says in English. */

describeInBrowser('a sequence that is read in German', () => {
  test('says in German who gets a step and what its messages wait for', async () => {
    const server = await aServer()
    const { sql, a } = server
    const { organizationId } = a
    const listId = await aList(sql, organizationId, { name: 'Newsletter' })
    const town = await aField(sql, organizationId, listId, { name: 'Stadt' })
    const id = await anAutoresponder(sql, organizationId, listId, { name: 'Welcome', content_text: 'Hello' })
    const clauses = [
      { type: 'custom_field', custom_field: { id: town }, operator: 'is', value: 'Bern' },
      { type: 'subscriber_date_subscribed', operator: 'in_last_days', value: 30 },
    ]
    const client = createClient({ url: server.url, credential: a.credential })
    const { data: step } = await client.call(createStep, {
      params: { mailing_list_id: listId, id },
      body: { name: 'Bern', content_subject: 'In Bern', segmentation_criteria_ad_hoc: clauses },
    })
    const { page } = await aLoggedInPage(server, undefined, { locale: 'de-DE' })
    await page.goto(`/console/o/${organizationId}/lists/${listId}/autoresponders/${id}`)
    await page
      .getByText(
        'Nur wenn dies gilt: „Stadt“ ist „Bern“ und Anmeldung: in den letzten 30 Tagen. Sonst endet die Sequenz.',
      )
      .waitFor()
    await sql`
      insert into reaction_turns (organization_id, autoresponder_id, served_at, waits_until, waiting_for)
      values (${organizationId}, ${step.id}, now(), now() + interval '1 hour', 'sending credits')`
    await page.reload()
    await page.getByText('Seine Nachrichten warten: Versandguthaben fehlt.').waitFor()
  })
})
