import { Select, TextInput } from '@mantine/core'
import { segmentWords } from '../../words/audience/segments.ts'
import type { ClauseDraft, Scope } from '../draft.ts'
import { HowMany, optionsOf } from './how-many.tsx'
import type { Choices } from '../row.ts'

const words = segmentWords.builder

type ActivityValueProps = {
  clause: ClauseDraft
  set: (changes: Partial<ClauseDraft>) => void
  choices: Pick<Choices, 'campaigns' | 'isOfList'>
}

const begun: Record<Scope, string> = { any: '', campaign: '', last_campaigns: '3', last_days: '30' }

/** Of which message, and of which link of it. */
export function ActivityValue({ clause, set, choices: { campaigns, isOfList } }: ActivityValueProps) {
  const { subject, scope, value, link, linkText } = clause
  return (
    <>
      <Select
        aria-label={words.message}
        data={optionsOf(segmentWords.scopes).filter((one) => isOfList || one.value !== 'campaign')}
        value={scope}
        allowDeselect={false}
        onChange={(next) => set({ scope: next as Scope, value: begun[next as Scope] })}
      />
      {scope === 'campaign' && (
        <Select
          aria-label={words.campaign}
          placeholder={words.chooseCampaign}
          data={campaigns}
          value={value === '' ? null : value}
          allowDeselect={false}
          searchable
          nothingFoundMessage={words.noCampaign}
          onChange={(id) => set({ value: id ?? '' })}
        />
      )}
      {(scope === 'last_campaigns' || scope === 'last_days') && (
        <HowMany
          value={value}
          unit={scope === 'last_days' ? words.days : words.campaigns}
          set={(next) => set({ value: next })}
        />
      )}
      {subject === 'clicked' && (
        <Select
          aria-label={words.link}
          data={optionsOf(segmentWords.links)}
          value={link}
          allowDeselect={false}
          onChange={(next) => set({ link: next as ClauseDraft['link'] })}
        />
      )}
      {subject === 'clicked' && link !== 'any' && (
        <TextInput
          className="clause-text"
          aria-label={words.linkText}
          placeholder={link === 'url' ? words.linkExample : words.partExample}
          value={linkText}
          onChange={({ currentTarget }) => set({ linkText: currentTarget.value })}
        />
      )}
    </>
  )
}
