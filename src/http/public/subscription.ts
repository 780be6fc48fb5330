import { comeBack } from '../../actions/subscribers/come-back.ts'
import { showSubscription, type Visits } from '../../actions/responses/visit.ts'
import { languageFor } from '../../contract/responses/language.ts'
import { subscriptionPage, type SubscriptionState } from '../../contract/responses/public-pages.ts'
import type { Subscription } from '../../store/responses/subscriptions.ts'
import type { MessageRef, TrackingTokens } from '../../links/token.ts'
import type { PublicCall } from './call.ts'
import { brandAt, pageHeaders } from './pages.ts'
import type { Answer } from './repeats.ts'

/** The page for a person who opens the link. It changes nothing. */
export async function askSubscription(tokens: TrackingTokens, call: PublicCall): Promise<Answer | null> {
  const found = await showSubscription(call.sql, call.visit)
  return found === null ? null : answer({ ...call, tokens }, found, stateOf(found))
}

export async function leaveByLink(
  { visits, tokens }: { visits: Visits; tokens: TrackingTokens },
  call: PublicCall,
): Promise<Answer | null> {
  const sent = await visits.unsubscribe(call.sql, call.visit)
  const found = sent === null ? null : await showSubscription(call.sql, call.visit)
  return found === null ? null : answer({ ...call, tokens }, found, 'left')
}

/** Can be repeated: people who are subscribed stay subscribed. */
export async function comeBackByLink(tokens: TrackingTokens, call: PublicCall): Promise<Answer | null> {
  const { sql, visit, request } = call
  const outcome = visit.counts ? await comeBack(sql, { ...visit, requestId: request.id }) : 'unchanged'
  const found = await showSubscription(sql, visit)
  if (found === null) return null
  const told = { ...call, tokens }
  if (outcome === 'full') return answer(told, found, 'full')
  return answer(told, found, found.status === 'active' ? 'back' : stateOf(found))
}

/** Seed addresses and deleted people get the question as well, for they have no status. */
function stateOf({ status }: Subscription): SubscriptionState {
  return status === null || status === 'active' ? 'ask' : 'again'
}

type Told = PublicCall & { tokens: TrackingTokens }

function answer(
  { request, token: ref, tokens }: Told,
  found: Subscription,
  state: SubscriptionState,
): Answer {
  const [path = ''] = request.url.split('?')
  const [, token = ''] = /\/u\/([^/]*)/.exec(path) ?? []
  const up = path.endsWith('/again') ? '../' : ''
  const body = subscriptionPage({
    ...found,
    state,
    language: languageFor(found.language, request.headers['accept-language']),
    brand: brandAt(found.brand, `../${up}`),
    leaveUrl: `${up}${token}`,
    comeBackUrl: `${up}${token}/again`,
    // A deleted subscriber has nothing to choose; a seed address sees the page as an example.
    preferencesUrl:
      found.status === null && ref.subscriberId !== 0
        ? null
        : `../${up}p/${tokens.write({ ...refOf(ref), kind: 'preferences' })}`,
  })
  return { headers: { ...pageHeaders, vary: 'accept-language' }, body }
}

function refOf({ organizationId, listId, source, sourceId, subscriberId }: MessageRef): MessageRef {
  return { organizationId, listId, source, sourceId, subscriberId }
}
