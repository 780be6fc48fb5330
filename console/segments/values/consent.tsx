import { Select, TextInput } from '@mantine/core'
import { areMany } from '../../design/choices.ts'
import { segmentWords } from '../../words/audience/segments.ts'
import type { ClauseDraft } from '../draft.ts'
import { HowMany, optionsOf } from './how-many.tsx'
import type { Choices } from '../row.ts'

const words = segmentWords.builder

type ConsentValueProps = {
  clause: ClauseDraft
  set: (changes: Partial<ClauseDraft>) => void
  choices: Pick<Choices, 'forms'>
}

/** By which web form, to which versions of its text, and when. */
export function ConsentValue({ clause, set, choices: { forms } }: ConsentValueProps) {
  const { form, version, versionNumber, scope, value } = clause
  return (
    <>
      <Select
        aria-label={words.form}
        data={[{ value: 'any', label: words.anyForm }, ...forms]}
        value={form}
        allowDeselect={false}
        searchable={areMany(forms)}
        nothingFoundMessage={words.nothing}
        onChange={(id) => set({ form: id ?? 'any' })}
      />
      {form !== 'any' && (
        <Select
          aria-label={words.version}
          data={optionsOf(segmentWords.versions)}
          value={version}
          allowDeselect={false}
          onChange={(next) => set({ version: next as ClauseDraft['version'] })}
        />
      )}
      {form !== 'any' && version !== 'any' && (
        <TextInput
          aria-label={words.versionNumber}
          inputMode="numeric"
          w="4.5rem"
          value={versionNumber}
          onChange={({ currentTarget }) => set({ versionNumber: currentTarget.value })}
        />
      )}
      <Select
        aria-label={words.time}
        data={optionsOf(segmentWords.times)}
        value={scope}
        allowDeselect={false}
        onChange={(next) =>
          set({ scope: next as ClauseDraft['scope'], value: next === 'last_days' ? '30' : '' })
        }
      />
      {scope === 'last_days' && (
        <HowMany value={value} unit={words.days} set={(next) => set({ value: next })} />
      )}
    </>
  )
}
