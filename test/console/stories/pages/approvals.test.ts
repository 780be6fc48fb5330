import { expect, test } from 'vitest'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList, recount } from '../../../harness/core/records.ts'
import { aServer, type Server } from '../../../harness/core/server.ts'
import { complete } from '../../../harness/sending/campaign-api.ts'

async function aDraft({ app, sql, a }: Server): Promise<number> {
  const listId = await aList(sql, a.organizationId)
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email)
    select ${a.organizationId}, ${listId}, n || '@example.com', n || '@example.com' from generate_series(1, 3) n`
  await recount(sql)
  const campaign = { ...complete, dispatch_attributes: { from_email: 'news@example.com' } }
  const answer = await app.inject({
    method: 'POST',
    url: `/ga/api/v2/mailing_lists/${listId}/campaigns`,
    headers: { authorization: `Basic ${a.credential}` },
    payload: { campaign },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ data: { id: number } }>().data.id
}

describeInBrowser('approvals', () => {
  test('a campaign is asked for by one person, approved by another, and leaves', async () => {
    const server = await aServer()
    const at = `/console/o/${server.a.organizationId}`
    const id = await aDraft(server)
    const options = { expectedFaults: [/status of 4(03|09)/] }
    const { page: author } = await aLoggedInPage(server, undefined, options)
    const { page: other } = await aLoggedInPage(server, undefined, options)
    await author.goto(`${at}/approvals`)
    await author.getByText('Nothing to approve').waitFor()
    await author.getByRole('link', { name: 'What needs an approval' }).click()
    await author.getByRole('checkbox', { name: 'Send a campaign' }).check()
    await lookAt(author, 'approval-rules')
    await author.getByRole('button', { name: 'Save the rules' }).click()
    await author.getByText('Saved').waitFor()

    await author.goto(`${at}/campaigns/${id}/check`)
    await author.getByRole('button', { name: 'Send to 3 people' }).click()
    await author.getByRole('button', { name: /^Yes/ }).click()
    await author.getByRole('textbox', { name: 'Note' }).fill('For the fair.')
    await author.getByRole('button', { name: 'Ask for approval' }).click()
    await author.getByRole('link', { name: 'Open the request' }).click()
    await author.getByText('waits for a decision').first().waitFor()
    await author.getByText('Somebody else decides').waitFor()
    expect(await author.getByRole('button', { name: 'Approve' }).count()).toBe(0)

    await other.goto(`${at}/approvals?state=waiting`)
    const asked = other.getByRole('link', { name: 'Send a campaign: ' })
    await asked.waitFor()
    await lookAt(other, 'approvals')
    await asked.click()
    await other.getByText('For the fair.').waitFor()
    await other.getByRole('heading', { name: 'The check' }).waitFor()
    await other.getByText(complete.contents[0]?.subject ?? '?', { exact: true }).waitFor()
    await other.getByRole('textbox', { name: 'Reason' }).fill('The prices are right.')
    await lookAt(other, 'approval')
    await other.getByRole('button', { name: 'Approve' }).click()
    await other.getByText('The prices are right.').waitFor()

    await author.getByRole('button', { name: 'Carry it out now' }).click()
    await author.getByText('carried out', { exact: true }).waitFor()
    const [campaign] = await server.sql`select state from campaigns where id = ${id}`
    expect(campaign).toEqual({ state: 'scheduled' })
  })

  test('a key is asked for where it is refused, and its value shown once; in an emergency without an approval', async () => {
    const server = await aServer()
    const at = `/console/o/${server.a.organizationId}`
    const options = { expectedFaults: [/status of 409/] }
    const { page: author, session } = await aLoggedInPage(server, undefined, options)
    const { page: other } = await aLoggedInPage(server)
    const { sql } = server
    await sql`
      insert into approval_rules (organization_id, position, kind, emergency_user_ids)
      values (${server.a.organizationId}, 0, 'api_key', ${sql.json([session.userId])})`
    const ask = async (name: string) => {
      await author.goto(`${at}/settings/keys/new`)
      await author.getByRole('textbox', { name: 'Name' }).fill(name)
      await author.getByRole('button', { name: 'Create the key' }).click()
      await author.getByRole('button', { name: 'Ask for approval' }).click()
      await author.getByRole('link', { name: 'Open the request' }).click()
      await author.getByText(`Make or change an API key: ${name}`).first().waitFor()
    }
    await ask('Shop')
    await other.goto(`${at}/approvals`)
    await other.getByRole('link', { name: 'Make or change an API key: Shop' }).click()
    await other.getByRole('button', { name: 'Approve' }).click()
    await author.getByRole('button', { name: 'Carry it out now' }).click()
    await author.getByText('Authorization: Basic').waitFor()
    await lookAt(author, 'approved-key')
    await ask('Shop at night')
    await author.getByRole('textbox', { name: 'Why it cannot wait' }).fill('The shop is down.')
    await author.getByRole('button', { name: 'Do it without an approval' }).click()
    await author.getByText('Authorization: Basic').waitFor()
    expect([...(await sql`select name from api_keys where name like 'Shop%' order by id`)]).toEqual([
      { name: 'Shop' },
      { name: 'Shop at night' },
    ])
  })
})
