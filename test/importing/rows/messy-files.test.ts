import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Failures } from '../../../src/contract/imports/failures.ts'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'
import { anImportApi } from '../../harness/importing/api.ts'
import { countries, countryNames, customerFile } from '../../harness/files/customer-files.ts'

test.each(countryNames)(
  'a messy %s customer file is imported by the proposal: nobody is lost but those without a usable address',
  async (name) => {
    const api = await anImportApi()
    const file = customerFile(name, 1_000, 7)
    const directory = join(api.folder, 'uploads', String(api.organizationId))
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, 'customers.csv'), file.bytes)
    const { body } = await api.call<Inspection>('POST', `${api.path}/inspect`, {
      subscriber_import: {
        file_source: { type: 'upload_directory', filename: 'customers.csv' },
        create_custom_fields: true,
      },
    })
    expect(body.error_message).toBeNull()
    const { subscriber_import: settings, columns } = body.data
    expect(columns.map(({ header }) => header)).toEqual(countries[name].header)
    // As the console does once a person has said that these people have left.
    const rules = columns.flatMap(({ opt_out: found }) => found?.rules ?? [])
    const status_columns = rules.length > 0 ? rules : settings.file_format.status_columns
    const created = await api.create({
      ...settings,
      file_format: { ...settings.file_format, status_columns },
      on_bad_value: 'leave_empty',
    })
    expect(created.body.error_message).toBeNull()
    await api.work({ rangeSize: { rows: 400, bytes: 1_000_000 } })
    const { id } = created.body.data
    const { stats } = await api.show(id)
    expect(stats.subscribers).toMatchObject({
      added: file.people.size,
      failed: file.broken,
      skipped_duplicate: file.repeated,
    })
    expect(file.broken).toBeLessThanOrEqual(0.005 * 1_000)
    const { failures } = (await api.call<Failures>('GET', `subscriber_imports/${id}/failures`)).body.data
    expect(failures).toMatchObject([
      { column: 2, problem: 'email is not a valid address', count: file.broken },
    ])
    const people = await api.sql<{ key: string; status: string; birthday: string | null }[]>`
      select s.key, s.status, s.custom_fields ->> f.id::text as birthday
      from subscribers s join custom_fields f on f.organization_id = s.organization_id where f.field_type = 'date'`
    const found = people.map(({ key, status, birthday }) => [
      key,
      { hasLeft: status === 'unsubscribed', birthday },
    ])
    expect(new Map(found as never)).toEqual(file.people)
  },
)
