import { showBrand, updateBrand, type BrandRecord } from '../../src/contract/resources/brands.ts'
import { useCall, useChange } from '../app/api.ts'
import { useGuard } from '../app/reach/guard.ts'
import { useOpenSession } from '../app/session.tsx'
import { Page } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { brandWords as words } from '../words/resources.ts'
import { BrandForm, noBrandRecord } from './brand-form.tsx'

export default function Brand() {
  const answer = useCall(showBrand, {})
  return (
    <Page title={words.title} lead={words.lead}>
      <Answered of={answer}>{({ data }) => <Settings of={data} />}</Answered>
    </Page>
  )
}

function Settings({ of }: { of: BrandRecord }) {
  const { organization } = useOpenSession()
  const save = useChange(updateBrand, { guard: useGuard(`brand of ${organization.id}`, of.updated_at) })
  return (
    <BrandForm
      of={of}
      general={{ ...noBrandRecord, name: organization.name }}
      send={(body, done) => save.mutate({ body }, { onSuccess: done })}
      state={save}
    />
  )
}
