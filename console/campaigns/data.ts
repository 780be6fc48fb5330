import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'
import { listAllCampaigns, type campaignOverviewSchema } from '../../src/contract/campaigns/all-lists.ts'
import { useCall, type Answer } from '../app/api.ts'
import { moveAnswers } from '../app/reach/heard.ts'
import { useMissingRecord } from '../app/reach/missing.ts'
import { useOrganizationId } from '../app/session.tsx'
import { useChanges, usePollMs, type Change } from '../app/stream.tsx'

export type Campaign = z.output<typeof campaignOverviewSchema>
export type CampaignStats = NonNullable<Campaign['stats']>
type Query = Partial<z.input<NonNullable<(typeof listAllCampaigns)['query']>>>

/** Campaigns as the list answers them, moved by the stream. */
export function useCampaigns(query: Query): UseQueryResult<Answer<Campaign[]>> {
  const known = useQueryClient()
  const organizationId = useOrganizationId()
  useChanges('campaigns', (change) => {
    const key = [organizationId, listAllCampaigns.tag, listAllCampaigns.id]
    moveAnswers<Answer<Campaign[]>>(known, key, (answer) => patched(answer, change))
  })
  return useCall(listAllCampaigns, { query }, { keep: true, everyMs: usePollMs() })
}

/** The campaign of the address, alone in the answer. */
export function useCampaign(id: number): UseQueryResult<Answer<Campaign[]>> {
  const answer = useCampaigns({ ids: String(id) })
  useMissingRecord(answer.data?.data.length === 0 ? 'missing' : null, { campaign: id })
  return answer
}

function patched(answer: Answer<Campaign[]>, { id, patch }: Change): Answer<Campaign[]> {
  return {
    ...answer,
    data: answer.data.map((campaign) => (campaign.id === id ? apply(campaign, patch) : campaign)),
  }
}

function apply(campaign: Campaign, patch: Change['patch']): Campaign {
  const { stats, waiting_for: waitingFor, ...dispatch } = patch
  return {
    ...campaign,
    waiting_for: typeof waitingFor === 'string' ? waitingFor : '',
    stats: (stats ?? campaign.stats) as Campaign['stats'],
    ...(campaign.dispatch && { dispatch: { ...campaign.dispatch, ...dispatch } as Campaign['dispatch'] }),
  }
}

export type Stage =
  | 'draft'
  | 'scheduled'
  | 'sending'
  | 'waiting'
  | 'paused'
  | 'finished'
  | 'failed'
  | 'cancelled'

/** What people call the state: a pause and a wait are states to them. */
export function stageOf({
  dispatch,
  waiting_for: waitingFor,
}: Pick<Campaign, 'dispatch' | 'waiting_for'>): Stage {
  if (dispatch === undefined || dispatch.state === 'idle') return 'draft'
  if (dispatch.paused) return 'paused'
  if (dispatch.state === 'sending' && waitingFor !== '') return 'waiting'
  return dispatch.state
}

/** Where the campaign is looked at: written, watched, or reported to those who may read reports. */
export function pathOf({ id, dispatch }: Campaign, mayReadReport: boolean): string {
  if (dispatch?.started_at == null) return `/campaigns/${id}/whom`
  return dispatch.finished_at === null || !mayReadReport ? `/campaigns/${id}/live` : `/campaigns/${id}/report`
}
