import { newForm, type FormSettings } from '../../../src/contract/lists/forms/definition.ts'

/** What the page edits: as the API, but the origins as lines. */
export type Values = Omit<FormSettings, 'allowed_origins'> & { origins: string }

export function valuesOf(form: FormSettings | null): Values {
  const { allowed_origins: origins, ...settings } = form ?? { ...newForm, name: '' }
  const names = ['name', ...Object.keys(newForm)]
  const known = Object.entries(settings).filter(([name]) => names.includes(name))
  return {
    ...(Object.fromEntries(known) as Omit<FormSettings, 'allowed_origins'>),
    origins: origins.join('\n'),
  }
}

export function bodyOf({ origins, ...values }: Values) {
  const lines = origins.split('\n').map((line) => line.trim())
  return { ...values, allowed_origins: lines.filter((line) => line !== '') }
}
