//! Comments that silence a finding.
