/** The pages of the site by reader, as `[title, file]` from the root of the repository. `test/release/site.test.ts` compares them with the files. */
type Pages = readonly (readonly [title: string, file: string])[]

export const readers: Readonly<Record<string, Pages>> = {
  Use: [
    ['What Quiver is', 'README.md'],
    ['First steps', 'docs/first-steps.md'],
    ['The console', 'docs/console.md'],
    ['Administration', 'docs/administration.md'],
    ['Log-in', 'docs/log-in.md'],
    ['SCIM', 'docs/scim.md'],
    ['Rights', 'docs/rights.md'],
    ['Assistants', 'docs/assistants.md'],
    ['Comparison', 'docs/comparison.md'],
    ['Glossary', 'docs/glossary.md'],
  ],
  Operate: [
    ['Production in an afternoon', 'docs/production.md'],
    ['Operating', 'docs/operating.md'],
    ['Settings', 'docs/settings.md'],
    ['Behind a proxy', 'docs/proxy.md'],
    ['Scaling', 'docs/scaling.md'],
    ['Security', 'SECURITY.md'],
    ['Changes', 'CHANGELOG.md'],
  ],
  Build: [
    ['API tour', 'docs/api-tour.md'],
    ['Endpoints', 'docs/endpoints.md'],
    ['Errors', 'docs/errors.md'],
    ['Client package', 'client/README.md'],
    ['Transactional messages', 'docs/messages.md'],
    ['Moving a client', 'docs/moving.md'],
    ['What differs', 'docs/what-differs.md'],
  ],
  Contribute: [
    ['Contributing', 'CONTRIBUTING.md'],
    ['Architecture', 'docs/architecture.md'],
    ['Life cycles', 'docs/lifecycles.md'],
    ['Decisions', 'docs/decisions/README.md'],
    ['Benchmarks', 'docs/benchmarks.md'],
    ['Proof', 'docs/proof.md'],
  ],
}
