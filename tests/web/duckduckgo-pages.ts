/** What DuckDuckGo answers, in the shapes of its two steps: the page that holds a token, and the script that holds the results. */
export const TOKEN_PAGE = '<!DOCTYPE html><html><head><script>vqd="4-123456789012345678901234567890123456789";</script></head></html>';

export function resultsScript(results: readonly { readonly title: string; readonly text: string; readonly url: string }[]): string {
  const rows = results.map(({ title, text, url }) => ({
    a: text,
    c: url,
    d: new URL(url).hostname,
    i: new URL(url).hostname,
    t: title,
    u: url,
  }));
  const load = JSON.stringify([...rows, { n: "/d.js?q=more" }]);
  return `if (DDG.deep) {DDG.deep.setUpstream("bingv7aa");};DDG.pageLayout.load('d',${load});DDG.duckbar.load('images', {"results":[]});`;
}

export const NO_RESULTS =
  'DDG.pageLayout.load(\'d\',[{"a":"","c":null,"d":"google.com search","da":"","t":"EOF","u":"http://www.google.com/search"}]);' +
  "DDG.duckbar.load('images', {});";

export const ANOMALY = 'window.execDeep = function() {DDG.deep.anomalyDetectionBlock({"ec":"1"})};';

/** With status 202: a riddle for robots instead of results. */
export const CHALLENGE_PAGE =
  '<!DOCTYPE html><html><body><form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html&cc=botnet" method="POST">' +
  '<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></body></html>';
