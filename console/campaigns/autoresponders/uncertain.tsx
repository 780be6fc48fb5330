import {
  listUncertainAutoresponderDeliveries,
  resendUncertainAutoresponderDeliveries,
} from '../../../src/contract/autoresponders/deliveries.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { tellResent, uncertainEveryMs, UncertainMessages } from '../uncertain.tsx'

/** Messages of an autoresponder, or of a step, that may or may not have left. */
export function UncertainReactions({ params }: { params: { mailing_list_id: number; id: number } }) {
  const may = useMay()
  const messages = useCall(
    listUncertainAutoresponderDeliveries,
    { params, query: { per_page: 100 } },
    { enabled: may(listUncertainAutoresponderDeliveries), everyMs: uncertainEveryMs },
  )
  const resend = useChange(resendUncertainAutoresponderDeliveries, { done: tellResent })
  const again = () => resend.mutate({ params, body: {} })
  return (
    <UncertainMessages
      messages={messages}
      resend={resend}
      again={may(resendUncertainAutoresponderDeliveries) ? again : null}
    />
  )
}
