import { Select, TextInput } from '@mantine/core'
import { showCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { bounceSeverities } from '../../../src/contract/responses/severity.ts'
import { useCall } from '../../app/api.ts'
import { CampaignSelect } from '../../resources/choose/campaign-select.tsx'
import { segmentWords } from '../../words/audience/segments.ts'
import { machineSubjects, type ClauseDraft, type Scope } from '../draft.ts'
import { HowMany, optionsOf } from './how-many.tsx'
import type { Choices } from '../row.ts'

const words = segmentWords.builder

type ActivityValueProps = {
  clause: ClauseDraft
  set: (changes: Partial<ClauseDraft>) => void
  choices: Pick<Choices, 'autoresponders' | 'listId'>
}

const begun: Record<Scope, string> = {
  any: '',
  campaign: '',
  autoresponder: '',
  last_campaigns: '3',
  last_days: '30',
}
const ofOne: readonly string[] = ['campaign', 'autoresponder']

/** Of which message, and of which link of it. */
export function ActivityValue({ clause, set, choices }: ActivityValueProps) {
  const { subject, scope, value, contentVersion } = clause
  const needsOne = machineSubjects.includes(subject)
  return (
    <>
      <Select
        aria-label={words.message}
        data={optionsOf(segmentWords.scopes).filter(({ value: one }) =>
          ofOne.includes(one) ? choices.listId !== null : !needsOne,
        )}
        value={scope}
        allowDeselect={false}
        onChange={(next) => set({ scope: next as Scope, value: begun[next as Scope], contentVersion: 'any' })}
      />
      <Sender clause={clause} set={set} choices={choices} />
      {scope === 'campaign' && value !== '' && (
        <Version
          campaignId={Number(value)}
          value={contentVersion}
          set={(one) => set({ contentVersion: one })}
        />
      )}
      {(scope === 'last_campaigns' || scope === 'last_days') && (
        <HowMany
          value={value}
          unit={scope === 'last_days' ? words.days : words.campaigns}
          set={(next) => set({ value: next })}
        />
      )}
      {subject === 'clicked' && <ClickedLink clause={clause} set={set} />}
      {subject === 'bounced' && (
        <Select
          aria-label={words.severity}
          data={optionsOf({ any: segmentWords.anySeverity, ...segmentWords.severities }).filter(
            ({ value: one }) => one === 'any' || bounceSeverities.some((known) => known === one),
          )}
          value={clause.severity}
          allowDeselect={false}
          onChange={(next) => set({ severity: next ?? 'any' })}
        />
      )}
    </>
  )
}

/** Of which campaign or autoresponder. */
function Sender({ clause: { scope, value }, set, choices }: ActivityValueProps) {
  if (scope === 'campaign' && choices.listId !== null) {
    return (
      <CampaignSelect
        listId={choices.listId}
        aria-label={words.sender.campaign}
        placeholder={words.chooseSender.campaign}
        value={value === '' ? null : Number(value)}
        allowDeselect={false}
        onChange={(id) => set({ value: String(id ?? ''), contentVersion: 'any' })}
      />
    )
  }
  if (scope !== 'autoresponder') return null
  return (
    <Select
      aria-label={words.sender.autoresponder}
      placeholder={words.chooseSender.autoresponder}
      data={choices.autoresponders}
      value={value === '' ? null : value}
      allowDeselect={false}
      searchable
      nothingFoundMessage={words.noSender.autoresponder}
      onChange={(id) => set({ value: id ?? '', contentVersion: 'any' })}
    />
  )
}

type VersionProps = { campaignId: number; value: string; set: (version: string) => void }

/** Of a campaign with several. What was chosen stays, however many it has by now. */
function Version({ campaignId, value, set }: VersionProps) {
  const contents = useCall(showCampaign, { params: { id: campaignId } }).data?.data.campaign_contents ?? []
  if (contents.length < 2 && value === 'any') return null
  const named = contents.map(({ name }, place) => ({
    value: String(place + 1),
    label: words.contentVersion(name, place + 1),
  }))
  const known = named.some((one) => one.value === value) || value === 'any'
  const kept = known ? [] : [{ value, label: words.contentVersion('', Number(value)) }]
  return (
    <Select
      aria-label={words.whichVersion}
      data={[{ value: 'any', label: segmentWords.versions.any }, ...named, ...kept]}
      value={value}
      allowDeselect={false}
      onChange={(next) => set(next ?? 'any')}
    />
  )
}

function ClickedLink({ clause: { link, linkText }, set }: Omit<ActivityValueProps, 'choices'>) {
  return (
    <>
      <Select
        aria-label={words.link}
        data={optionsOf(segmentWords.links)}
        value={link}
        allowDeselect={false}
        onChange={(next) => set({ link: next as ClauseDraft['link'] })}
      />
      {link !== 'any' && (
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
