import { useState } from 'react'
import { useLocation } from 'wouter'
import { sendingRuleEndpoints } from '../../../src/contract/resources/special-sending-rules.ts'
import { useChange } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { Page } from '../../design/page.tsx'
import { sendingRuleWords as words } from '../../words/audience/sending-rules.ts'
import { RuleForm } from './form.tsx'
import { newRule } from './values.ts'

const { create } = sendingRuleEndpoints.own

export default function NewSendingRule() {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [initial] = useState(newRule)
  const add = useChange(create, {
    done: (rule) => go(at(`/sending-rules/${(rule as { id: number }).id}`)),
  })
  return (
    <Page title={words.fresh} lead={words.lead} parent={{ title: words.title, to: at('/sending-rules') }}>
      <RuleForm initial={initial} save={(body) => add.mutate({ body })} state={add} />
    </Page>
  )
}
