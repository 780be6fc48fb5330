import { jsonFileName } from '../../../../src/contract/imports/states.ts'
import type * as en from '../../../words/audience/import-name.ts'

const pastedText = 'eingefügter Text'

const importName: typeof en.importName = (name) => (name === jsonFileName || name === '' ? pastedText : name)

const jobName: typeof en.jobName = (kind, name) =>
  kind === 'SubscriberImport' || kind === 'SubscriberImportUndo' ? importName(name) : name

export { importName, jobName, pastedText }
