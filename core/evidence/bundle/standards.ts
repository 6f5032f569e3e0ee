import type { BundleCore } from "./bundle.ts";

/**
 * The references that hold for every bundle, with the members they are about. `informed_by` claims no assessment;
 * `format` is a format the member follows to the letter. What would be true only of some installations is not here.
 */
export const standards: BundleCore["standards"] = [
  { id: "ISO/IEC 27037:2012", role: "informed_by", covers: ["chain_of_custody", "frames"] },
  { id: "ISO/IEC 27042:2015", role: "informed_by", covers: ["scoring"] },
  { id: "ISO 7870-4:2021", role: "informed_by", covers: ["breach", "scoring"] },
  { id: "ISO 23150:2023", role: "informed_by", covers: ["measurements"] },
  { id: "RFC 8785", role: "format", covers: ["signature", "frames"] },
  { id: "RFC 6962", role: "format", covers: ["frames"] },
  { id: "RFC 3339", role: "format", covers: ["issued_at", "breach", "chain_of_custody"] },
];
