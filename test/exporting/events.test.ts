import { expect, test } from 'vitest'
import { anActor } from '../harness/core/api.ts'
import { anEventSource } from '../harness/fakes/event-source.ts'
import { anExportApi } from '../harness/exporting/stories.ts'
import { until } from '../harness/core/until.ts'

test('the events of an export end with its file, and each caller gets a link of their own', async () => {
  const api = await anExportApi()
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { id } = (await api.create()).body.data
  const other = await anActor(api.sql, api.secrets, api.organizationId)
  const streams = await Promise.all(
    [api.a, other].map(({ credential }) =>
      anEventSource(`${address}/ga/api/v2/subscriber_exports/${id}/events`, {
        authorization: `Basic ${credential}`,
      }),
    ),
  )
  await until(() => streams.every(({ events }) => events.length === 1))
  await api.work()
  await Promise.all(streams.map(({ ended }) => ended))
  const [own, others] = streams.map(({ events }) => events.at(-1))
  expect(own).toMatchObject({ event: 'end', data: await api.show(id) })
  const { body } = await api.call('GET', `subscriber_exports/${id}`, undefined, other)
  expect(others).toMatchObject({ event: 'end', data: body.data })
  expect(others?.data).not.toEqual(own?.data)
})
