import { expect, test } from 'vitest'
import { importName, jobName } from '../../../console/words/audience/import-name.ts'
import { useWords } from '../../../console/words/audience/uses.ts'
import { overviewWords } from '../../../console/words/session/overview.ts'
import { sentenceOf } from '../../../console/words/audience/subscribers.ts'
import { jsonFileName } from '../../../src/contract/imports/states.ts'
import type { HistoryEvent } from '../../../src/contract/subscribers/history.ts'

test('an import whose content came with the call is pasted text wherever it is named', () => {
  const name = jsonFileName
  const event = { kind: 'imported', state: 'added', import: { id: 1, name } } as HistoryEvent
  expect([
    importName(name),
    jobName('SubscriberImport', name),
    jobName('SubscriberImportUndo', name),
    useWords.of('SubscriberImport', name),
    overviewWords.concern('import_failed', name, 'It is empty.'),
    sentenceOf(event, 'UTC'),
  ]).toEqual([
    'pasted text',
    'pasted text',
    'pasted text',
    'Import that is not finished: pasted text',
    'The import of pasted text has failed. It is empty.',
    'pasted text: added to the list',
  ])
  expect([importName('may.csv'), jobName('Campaign', name)]).toEqual(['may.csv', name])
})
